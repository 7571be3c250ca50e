-- Which counters are there? Each has a number, from 0 on, for a table that is sorted.
CREATE OR REPLACE TEMPORARY TABLE numbered AS
SELECT counter, (row_number() OVER (ORDER BY counter) - 1)::INTEGER AS number
FROM (SELECT DISTINCT counter FROM counter_days);

SELECT counter FROM numbered ORDER BY number
