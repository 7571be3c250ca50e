-- Which events are counted?
--
-- Temporary tables: counters (counter, next, closed), of all documents of counters; uncounted (counter,
-- first, last), numbers below next that are missing or written off.
CREATE OR REPLACE TEMPORARY VIEW counted AS
SELECT events.*
FROM events
JOIN counters ON counters.counter = events.counter AND sequence < next
ASOF LEFT JOIN uncounted ON uncounted.counter = events.counter AND sequence >= first
WHERE last IS NULL OR sequence > last
