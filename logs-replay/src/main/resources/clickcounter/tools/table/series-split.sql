-- What did the ad of this name, or did all ads if it is NULL, count in each period, by the values of a dimension (split)?
--
-- The first values by clicks (most) have rows of their own, all others one together. Values without an event in a
-- period have no row. Temporary tables: counted, periods, see series.sql; dims, see there.
WITH sums AS (
  SELECT
    from_ms,
    value_of(dims, getvariable('split')) AS value,
    impressions_of(kind) AS impressions,
    clicks_of(kind) AS clicks,
    sum(cost_of(kind, micros)) AS cost_micros,
    invalid_of(kind) AS invalid
  FROM dims_of('counted')
  ASOF JOIN periods ON time_ms >= from_ms
  WHERE (getvariable('ad') IS NULL OR ad = getvariable('ad'))
    AND time_ms < to_ms
    AND ad IS NOT NULL
    AND kind <> 'budget'
  GROUP BY ALL
),
ranked AS (
  SELECT
    value,
    row_number() OVER (ORDER BY value = '(none)', sum(clicks) DESC, sum(impressions) DESC, value) AS rank
  FROM sums
  GROUP BY value
)
SELECT
  from_ms,
  if(rank > getvariable('most') AND value <> '(none)', '(others)', value) AS shown,
  sum(impressions)::BIGINT AS impressions,
  sum(clicks)::BIGINT AS clicks,
  sum(cost_micros)::BIGINT AS cost_micros,
  sum(invalid)::BIGINT AS invalid
FROM sums
JOIN ranked USING (value)
GROUP BY from_ms, shown
ORDER BY from_ms, min(rank)
