-- Which events are counted?
--
-- Temporary tables: counters (counter, next, closed), of all documents of counters; gaps (counter, first, last,
-- written_off), the numbers below next that are not counted. An ASOF join would sort all events. The macro asks it
-- of any view with counter and sequence.
CREATE OR REPLACE TEMPORARY MACRO counted_of(source) AS TABLE
SELECT each.*
FROM query_table(source) AS each
JOIN counters ON counters.counter = each.counter AND sequence < next
ANTI JOIN gaps ON gaps.counter = each.counter AND sequence >= first AND sequence <= last;

CREATE OR REPLACE TEMPORARY VIEW counted AS FROM counted_of('events')
