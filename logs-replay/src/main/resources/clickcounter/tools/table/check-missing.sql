-- Which numbers of a counter, from 0 to its highest, are in no file?
--
SELECT counter, first, last
FROM (
  SELECT
    counter,
    lag(sequence, 1, -1) OVER (PARTITION BY counter ORDER BY sequence) + 1 AS first,
    sequence - 1 AS last
  FROM events
  SEMI JOIN (SELECT counter FROM counter_totals WHERE ids <= last) USING (counter)
)
WHERE first <= last
ORDER BY ALL
