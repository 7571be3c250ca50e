-- How many verdicts are on events that are in no file, but may be in other files or still come?
--
-- Temporary tables: judged, see there.
SELECT
  *,
  'not looked up' AS finding,
  verdicts AS amount,
  counter AS place,
  amount(verdicts, 'verdict')
    || if(
      is_in_files,
      ' on events that these files lack: the counter has gaps, or is not closed properly, so they may be in'
        || ' other files or still to come',
      ' on events of this counter, which has none in these files: name its files too'
    ) AS detail
FROM (
  SELECT
    counter,
    sum(invalidations + reinstatements)::BIGINT AS verdicts,
    is_complete IS NOT NULL AS is_in_files
  FROM judged
  WHERE NOT is_looked_up
  GROUP BY ALL
)
ORDER BY counter
