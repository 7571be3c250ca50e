-- Of which counters are counted numbers in no file?
--
-- has_holes: some of them may be below the highest number that is in a file.
CREATE OR REPLACE TEMPORARY TABLE incomplete AS
SELECT counter, coalesce(first > 0 OR ids <= archived.last, true) AS has_holes
FROM counters
LEFT JOIN (
  SELECT counter, min(first) AS first, max(last) AS last, sum(ids) - coalesce(any_value(again), 0) AS ids
  FROM counter_days
  LEFT JOIN (
    SELECT counter, count(*) - count(DISTINCT sequence) AS again FROM twice GROUP BY counter
  ) USING (counter)
  GROUP BY counter
) AS archived USING (counter)
WHERE next > 0 AND (ids IS NULL OR first > 0 OR ids <= archived.last OR archived.last < next - 1)
