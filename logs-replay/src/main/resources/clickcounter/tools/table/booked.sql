-- When is each counted event booked?
--
-- When it happened, unless it was late: then at the beginning of the month in whose bill it is.
-- Temporary tables: counted, late, see there.
CREATE OR REPLACE TEMPORARY VIEW booked AS
SELECT counted.*, coalesce(late.booked_ms, time_ms) AS booked_ms
FROM counted
LEFT JOIN (SELECT DISTINCT counter, sequence, booked_ms FROM late) AS late USING (counter, sequence)
