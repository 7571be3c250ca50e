-- Which ads cost most from from_ms to before to_ms?
--
-- Temporary tables: counted, see there.
SELECT
  ad,
  count(*) FILTER (kind IN ('click', 'reinstatement')) - count(*) FILTER (kind = 'invalidation') AS clicks,
  count(*) FILTER (kind = 'impression') AS impressions,
  coalesce(sum(micros) FILTER (kind IN ('click', 'reinstatement')), 0)
    - coalesce(sum(micros) FILTER (kind = 'invalidation'), 0) AS cost_micros
FROM counted
WHERE ad IS NOT NULL AND time_ms >= getvariable('from_ms') AND time_ms < getvariable('to_ms')
GROUP BY ad
ORDER BY cost_micros DESC, clicks DESC, ad
LIMIT getvariable('most')
