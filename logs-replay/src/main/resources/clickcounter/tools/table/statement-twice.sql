-- Which counted numbers have several events, of which one is of the ad of this name and before to_ms?
--
-- Temporary tables: counted, see there.
SELECT DISTINCT counter, sequence
FROM counted_of('twice')
SEMI JOIN (
  SELECT counter, sequence
  FROM events
  WHERE ad = getvariable('ad') AND time_ms < getvariable('to_ms')
) USING (counter, sequence)
ORDER BY ALL
