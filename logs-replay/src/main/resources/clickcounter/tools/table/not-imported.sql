-- Which numbers are counted and in no file, and between which times may their events be?
--
-- They lie between their neighbours in the files, give or take tolerance_ms for clocks; where there is none
-- before them, or the times of their counter run backwards by more than that, between 0 and the counter's newest.
-- Temporary tables: incomplete, see there; incomplete_event (counter, sequence, time_ms), their events, but of
-- those without holes only the last; counters, gaps and backwards, see open.sql; accepted (counter, first, last), what
-- no archive has to have any more.
WITH hole AS (
  SELECT
    counter,
    sequence + 1 AS first,
    coalesce(next_sequence - 1, 9223372036854775807) AS last,
    if(is_backwards OR sequence < 0, 0, greatest(0, time_ms - getvariable('tolerance_ms'))) AS from_ms,
    if(is_backwards, NULL, next_ms + getvariable('tolerance_ms')) AS to_ms
  FROM (
    SELECT
      *,
      lead(sequence) OVER numbers AS next_sequence,
      lead(time_ms) OVER numbers AS next_ms
    FROM (FROM incomplete_event UNION ALL SELECT counter, -1, 0 FROM incomplete WHERE has_holes)
    WINDOW numbers AS (PARTITION BY counter ORDER BY sequence)
  )
  LEFT JOIN (SELECT counter, true AS is_backwards FROM backwards) USING (counter)
  WHERE next_sequence IS DISTINCT FROM sequence + 1
),
counted_range AS (
  SELECT counter, newest_ms, after_last + 1 AS first, coalesce(next_first, next) - 1 AS last
  FROM (
    SELECT counter, max(last) OVER numbers AS after_last, lead(first) OVER numbers AS next_first
    FROM (
      SELECT counter, first, last FROM gaps
      UNION ALL FROM accepted
      UNION ALL SELECT counter, -1, -1 FROM incomplete
    )
    SEMI JOIN incomplete USING (counter)
    WINDOW numbers AS (PARTITION BY counter ORDER BY first)
  )
  JOIN counters USING (counter)
)
SELECT
  hole.counter AS counter_id,
  greatest(hole.first, counted_range.first) AS first,
  least(hole.last, counted_range.last) AS last,
  from_ms,
  coalesce(least(to_ms, newest_ms), newest_ms) AS to_ms,
  hole.counter IN (SELECT counter FROM counter_days) AS is_archived
FROM hole
JOIN counted_range ON
  counted_range.counter = hole.counter
  AND counted_range.first <= hole.last
  AND counted_range.last >= hole.first
WHERE counted_range.first <= counted_range.last
ORDER BY counter_id, first
