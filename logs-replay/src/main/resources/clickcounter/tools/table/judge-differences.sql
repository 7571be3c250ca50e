-- What follows for each click from what rules found and what was decided before?
--
-- Temporary tables: clicks, see judge-day.sql; decided and found, see judge-decided.sql.
SELECT
  counter,
  sequence,
  ad,
  micros,
  reason,
  CASE
    WHEN reason IS NULL THEN if(own_in_force > 0 AND NOT is_given_back, 'reinstatement', NULL)
    WHEN in_force > 0 THEN 'stands'
    WHEN is_given_back THEN 'left'
    ELSE 'invalidation'
  END AS decision
FROM clicks
LEFT JOIN found USING (counter, sequence)
LEFT JOIN decided USING (counter, sequence)
WHERE decision IS NOT NULL
ORDER BY counter, sequence
