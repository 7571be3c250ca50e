-- Which numbers of which counters may still be counted? A range without an end has the highest number there is.
--
-- And the times of which counters run backwards, by more than tolerance_ms?
--
-- Temporary tables: counters (counter, next, closed, blocked, newest_ms), of all documents of counters; gaps (counter,
-- first, last, written_off), the numbers below next that are not counted.
CREATE OR REPLACE TEMPORARY TABLE backwards AS
SELECT counter FROM counter_totals WHERE back_ms > getvariable('tolerance_ms');

CREATE OR REPLACE TEMPORARY TABLE open AS
SELECT counter, first, last FROM gaps WHERE NOT written_off
UNION ALL
SELECT counter, next, 9223372036854775807 FROM counters WHERE NOT closed
UNION ALL
SELECT DISTINCT counter, 0, 9223372036854775807 FROM counter_days ANTI JOIN counters USING (counter)
