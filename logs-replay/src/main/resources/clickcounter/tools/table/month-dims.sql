-- What did all ads together count in the month from from_ms to before to_ms, by the values of each dimension?
--
-- The values of a dimension, (none) among them, add up to the month's sums. Temporary views and tables:
-- counted_or_late, see month.sql; dims, see there.
CREATE OR REPLACE TEMPORARY TABLE month_dims AS
WITH sums AS (
  SELECT
    dims,
    count(*) FILTER (kind = 'impression') AS impressions,
    count(*) FILTER (kind IN ('click', 'filtered-click')) AS gross_clicks,
    count(*) FILTER (kind = 'filtered-click') AS filtered_clicks,
    count(*) FILTER (kind = 'invalidation') AS invalidations,
    count(*) FILTER (kind = 'reinstatement') AS reinstatements,
    sum(cost_of(kind, micros)) AS cost_micros
  FROM dims_of('counted_or_late')
  WHERE ad IS NOT NULL AND kind <> 'budget'
  GROUP BY dims
)
SELECT
  dimension,
  value_of(dims, dimension) AS value,
  sum(impressions)::BIGINT AS impressions,
  sum(gross_clicks)::BIGINT AS gross_clicks,
  sum(filtered_clicks)::BIGINT AS filtered_clicks,
  sum(invalidations)::BIGINT AS invalidations,
  sum(reinstatements)::BIGINT AS reinstatements,
  sum(cost_micros)::BIGINT AS cost_micros
FROM sums
CROSS JOIN (SELECT DISTINCT unnest(json_keys(dims)) AS dimension FROM sums WHERE dims IS NOT NULL)
GROUP BY dimension, value
ORDER BY ALL
