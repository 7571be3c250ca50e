-- Of which of the wanted counters are all events needed to know which numbers count?
--
-- Those with holes, with times before earliest_ms or after latest_ms, or with numbers that are left out.
-- Temporary tables: wanted, of all counters if wants_all is 1; left_out (counter, first, last).
CREATE OR REPLACE TEMPORARY TABLE uneven AS
SELECT counter
FROM counter_totals
WHERE (getvariable('wants_all') = 1 OR counter IN (SELECT counter FROM wanted))
  AND (
    first > 0
    OR ids <= last
    OR min_ms < getvariable('earliest_ms')
    OR max_ms > getvariable('latest_ms')
    OR counter IN (SELECT counter FROM left_out)
  )
