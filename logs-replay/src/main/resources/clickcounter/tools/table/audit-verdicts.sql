-- How many verdicts are there?
--
-- Temporary tables: judged, see check-judged.sql.
SELECT ifnull(sum(invalidations + reinstatements), 0)::BIGINT AS verdicts
FROM judged
