-- Of which counters are counted numbers in no file?
--
-- has_holes: some of them may be below the highest number that is in a file.
CREATE OR REPLACE TEMPORARY TABLE incomplete AS
SELECT counter, coalesce(first > 0 OR ids <= archived.last, true) AS has_holes
FROM counters
LEFT JOIN counter_totals AS archived USING (counter)
WHERE next > 0 AND (ids IS NULL OR first > 0 OR ids <= archived.last OR archived.last < next - 1)
