-- Which numbers may be counted that were not when the last month was closed? Those in gaps still are not.
--
-- Temporary tables: counters, gaps, see counted.sql; closed_counter, the same as they were then, a row a gap.
CREATE OR REPLACE TEMPORARY TABLE newly AS
SELECT counter, coalesce(before.next, 0) AS first, counters.next - 1 AS last
FROM counters
LEFT JOIN (SELECT DISTINCT counter, next FROM closed_counter) AS before USING (counter)
WHERE counters.next > coalesce(before.next, 0)
UNION ALL
SELECT counter, first, last
FROM closed_counter
ANTI JOIN gaps USING (counter, first, last)
WHERE first IS NOT NULL
