-- Which numbers may still be counted, and what is the earliest time that their events may have?
-- What was before an end is final if no such time is before it.
--
-- A number that is in a file has the time of its event. One that is in no file is later than the
-- archived event before it, less tolerance_ms for clocks; so is each number that a counter has not
-- come to. It may have any time, 0, if there is no event before it, or if the times of its counter run
-- backwards by more than that.
--
-- Temporary tables: counters (counter, next, closed), of all documents of counters; missing (counter,
-- first, last), numbers below next that are neither counted nor written off.
WITH unclosed AS (
  SELECT counter, next AS first FROM counters WHERE NOT closed
  UNION ALL
  SELECT DISTINCT counter, 0 FROM events ANTI JOIN counters USING (counter)
),
open AS (
  SELECT counter, first, last FROM missing
  UNION ALL
  SELECT counter, first, 9223372036854775807 FROM unclosed
),
archived AS (
  SELECT counter, sequence, min(time_ms) AS time_ms
  FROM events
  SEMI JOIN open USING (counter)
  GROUP BY counter, sequence
),
-- With an event of time 0 before the first one of each counter.
ordered AS (
  SELECT
    *,
    lead(sequence, 1, 9223372036854775807) OVER numbers AS next_sequence,
    max(time_ms) OVER numbers - time_ms > getvariable('tolerance_ms') AS is_back
  FROM (SELECT * FROM archived UNION ALL SELECT DISTINCT counter, -1, 0 FROM open)
  WINDOW numbers AS (PARTITION BY counter ORDER BY sequence)
),
in_files AS (
  SELECT open.counter, open.first, min(time_ms) AS own_ms
  FROM archived
  ASOF JOIN open ON archived.counter = open.counter AND archived.sequence >= open.first
  WHERE sequence <= last
  GROUP BY ALL
),
in_no_file AS (
  SELECT
    open.counter,
    open.first,
    greatest(0, min(time_ms) - getvariable('tolerance_ms')) AS neighbour_ms
  FROM open
  JOIN ordered ON
    ordered.counter = open.counter
    AND next_sequence > sequence + 1
    AND sequence < last
    AND next_sequence > first
  GROUP BY ALL
),
counter_times AS (
  SELECT counter, bool_or(is_back) AS is_backwards, count(*) > 1 AS is_in_files
  FROM ordered
  GROUP BY counter
)
SELECT
  counter,
  first,
  nullif(last, 9223372036854775807) AS last,
  least(own_ms, if(is_backwards AND neighbour_ms IS NOT NULL, 0, neighbour_ms)) AS from_ms,
  is_in_files,
  is_backwards
FROM open
JOIN counter_times USING (counter)
LEFT JOIN in_files USING (counter, first)
LEFT JOIN in_no_file USING (counter, first)
ORDER BY from_ms, counter, first
