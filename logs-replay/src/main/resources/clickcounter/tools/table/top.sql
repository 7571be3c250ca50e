-- Which ads have the most of order_by (cost, clicks or impressions) from from_ms to before to_ms, and what do
-- all ads have together? Of equal ones the first name comes first.
--
-- Temporary tables: counted, see there.
SELECT
  ad,
  clicks,
  impressions,
  cost_micros,
  invalid,
  count(*) OVER () AS ads,
  (sum(clicks) OVER ())::BIGINT AS all_clicks,
  (sum(impressions) OVER ())::BIGINT AS all_impressions,
  (sum(cost_micros) OVER ())::BIGINT AS all_cost_micros,
  (sum(invalid) OVER ())::BIGINT AS all_invalid
FROM (
  SELECT
    ad,
    count(*) FILTER (kind IN ('click', 'reinstatement')) - count(*) FILTER (kind = 'invalidation') AS clicks,
    count(*) FILTER (kind = 'impression') AS impressions,
    sum(cost_of(kind, micros))::BIGINT AS cost_micros,
    count(*) FILTER (kind IN ('filtered-click', 'invalidation')) - count(*) FILTER (kind = 'reinstatement')
      AS invalid
  FROM counted
  WHERE ad IS NOT NULL AND kind <> 'budget'
    AND time_ms >= getvariable('from_ms') AND time_ms < getvariable('to_ms')
  GROUP BY ad
)
ORDER BY
  CASE getvariable('order_by') WHEN 'clicks' THEN clicks WHEN 'impressions' THEN impressions ELSE cost_micros END DESC,
  ad
LIMIT getvariable('most')
