-- Which events are counted since the last month was closed, and happened before its end, which is booked_ms?
-- They are booked at its end: in the next month.
--
-- Temporary tables: newly, see newly-counted.sql; newly_event, the events of all days in which such a number may be.
CREATE OR REPLACE TEMPORARY TABLE late AS
SELECT event.*, getvariable('booked_ms') AS booked_ms
FROM counted_of('newly_event') AS event
SEMI JOIN newly ON newly.counter = event.counter AND sequence BETWEEN newly.first AND newly.last
WHERE time_ms < getvariable('booked_ms')
