-- Which events are counted?
--
-- Temporary tables: counters (counter, next, closed), of all documents of counters; gaps (counter, first, last,
-- written_off), the numbers below next that are not counted. An ASOF join would sort all events.
CREATE OR REPLACE TEMPORARY VIEW counted AS
SELECT events.*
FROM events
JOIN counters ON counters.counter = events.counter AND sequence < next
ANTI JOIN gaps ON gaps.counter = events.counter AND sequence >= first AND sequence <= last
