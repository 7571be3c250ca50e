-- How many verdicts are on events that are in no file, but may be in other files or still come?
--
-- Temporary tables: judged, see there.
SELECT
  counter,
  sum(invalidations + reinstatements)::BIGINT AS verdicts,
  is_complete IS NOT NULL AS is_in_files
FROM judged
WHERE NOT is_looked_up
GROUP BY ALL
ORDER BY counter
