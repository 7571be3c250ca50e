-- What had each ad cost, and what was its budget, before from_ms?
--
-- Temporary tables: counted, see there.
CREATE OR REPLACE TEMPORARY TABLE opening AS
SELECT
  ad,
  sum(cost_of(kind, micros))::BIGINT AS cost_micros,
  coalesce(sum(micros) FILTER (kind = 'budget'), 0)::BIGINT AS budget_micros
FROM counted
WHERE ad IS NOT NULL AND time_ms < getvariable('from_ms')
GROUP BY ad
