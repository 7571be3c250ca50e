-- Which numbers may still be counted, why, and what is the earliest time that their events may have?
-- What was before an end is final if no such time is before it.
--
-- A number that is in a file has the time of its event. One that is in no file is later than the
-- archived event before it, less tolerance_ms for clocks; so is each number that a counter has not
-- come to. It may have any time, 0, if there is no event before it, or if the times of its counter run
-- backwards by more than that.
--
-- Temporary tables: open (counter, first, last), see there; open_event (counter, sequence, time_ms), all
-- archived events of their counters, or the last one if no number that is open is archived; counters and
-- backwards, see open.sql.
WITH ordered AS (
  SELECT *, lead(sequence, 1, 9223372036854775807) OVER numbers AS next_sequence
  FROM (FROM open_event UNION ALL SELECT DISTINCT counter, -1, 0 FROM open)
  WINDOW numbers AS (PARTITION BY counter ORDER BY sequence)
),
in_files AS (
  SELECT open.counter, open.first, min(time_ms) AS own_ms
  FROM open_event
  ASOF JOIN open ON open_event.counter = open.counter AND sequence >= open.first
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
)
SELECT
  counter AS counter_id,
  first,
  nullif(last, 9223372036854775807) AS last,
  least(own_ms, if(is_backwards AND neighbour_ms IS NOT NULL, 0, neighbour_ms)) AS "from",
  CASE
    WHEN next IS NULL THEN 'never counted'
    WHEN blocked THEN 'blocked'
    WHEN last < 9223372036854775807 THEN if(own_ms IS NULL, 'lost', 'missing')
    ELSE if(counter IN (SELECT counter FROM counter_days), 'not closed', 'in no archive')
  END AS reason
FROM open
LEFT JOIN counters USING (counter)
LEFT JOIN (SELECT counter, true AS is_backwards FROM backwards) USING (counter)
LEFT JOIN in_files USING (counter, first)
LEFT JOIN in_no_file USING (counter, first)
ORDER BY "from", counter, first
