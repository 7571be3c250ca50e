-- How many verdicts are there, how many of them are too many or fit no click, and how many are on clicks in no file?
--
-- A click that is counted and in no archive was accepted as lost, or is named as such. Temporary tables: judged, see
-- check-judged.sql; those of counted.sql.
SELECT
  ifnull(sum(invalidations + reinstatements), 0)::BIGINT AS total,
  ifnull(sum(abs(in_force) - if(fault = 'invalidated-twice', 1, 0)) FILTER (fault IS NOT NULL AND NOT is_lost), 0)::BIGINT
    AS wrong,
  ifnull(
    sum(CASE WHEN is_lost THEN abs(in_force) WHEN NOT is_looked_up THEN invalidations + reinstatements END),
    0
  )::BIGINT AS not_looked_up
FROM (
  SELECT judged.*, fault = 'unknown-click' AND lost.counter IS NOT NULL AS is_lost
  FROM judged
  LEFT JOIN (SELECT DISTINCT counter, sequence FROM counted_of('judged')) AS lost USING (counter, sequence)
)
