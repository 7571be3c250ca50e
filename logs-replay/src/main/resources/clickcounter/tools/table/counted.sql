-- Which events are counted?
--
-- Temporary tables: counters (counter, next, closed), of all documents of counters; gaps (counter, first, last,
-- written_off), the numbers below next that are not counted. The macro asks it of any view with counter and
-- sequence. An ASOF join would sort all events. cost_of is what an event adds to the costs of its ad.
CREATE OR REPLACE TEMPORARY MACRO counted_of(source) AS TABLE
SELECT each.*
FROM query_table(source) AS each
JOIN counters ON counters.counter = each.counter AND sequence < next
ANTI JOIN gaps ON gaps.counter = each.counter AND sequence >= first AND sequence <= last;

CREATE OR REPLACE TEMPORARY MACRO cost_of(kind, micros) AS
  CASE WHEN kind IN ('click', 'reinstatement') THEN micros WHEN kind = 'invalidation' THEN -micros ELSE 0 END;

CREATE OR REPLACE TEMPORARY MACRO impressions_of(kind) AS count(*) FILTER (kind = 'impression');

CREATE OR REPLACE TEMPORARY MACRO clicks_of(kind) AS
  count(*) FILTER (kind IN ('click', 'reinstatement')) - count(*) FILTER (kind = 'invalidation');

CREATE OR REPLACE TEMPORARY MACRO invalid_of(kind) AS
  count(*) FILTER (kind IN ('filtered-click', 'invalidation')) - count(*) FILTER (kind = 'reinstatement');

CREATE OR REPLACE TEMPORARY VIEW counted AS FROM counted_of('events')
