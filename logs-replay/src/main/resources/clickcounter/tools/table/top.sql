-- Which names have the most of order_by (cost, clicks or impressions) from from_ms to before to_ms, and what do all
-- others have together? Of equal ones the first comes first.
--
-- Temporary view: named, what is counted, with the column name.
WITH sums AS (
  SELECT
    name,
    impressions_of(kind) AS impressions,
    clicks_of(kind) AS clicks,
    sum(cost_of(kind, micros)) AS cost_micros,
    invalid_of(kind) AS invalid
  FROM named
  WHERE ad IS NOT NULL AND kind <> 'budget'
    AND time_ms >= getvariable('from_ms') AND time_ms < getvariable('to_ms')
  GROUP BY name
),
places AS (
  SELECT
    *,
    row_number() OVER (
      ORDER BY
        CASE getvariable('order_by') WHEN 'clicks' THEN clicks WHEN 'impressions' THEN impressions ELSE cost_micros END
          DESC,
        name
    ) AS place
  FROM sums
),
ranked AS (
  SELECT
    * REPLACE (if(place <= getvariable('most'), name, '(others)') AS name),
    if(place <= getvariable('most'), place, NULL) AS rank
  FROM places
)
SELECT
  rank,
  name,
  count(*) AS names,
  sum(impressions)::BIGINT AS impressions,
  sum(clicks)::BIGINT AS clicks,
  sum(cost_micros)::BIGINT AS cost_micros,
  sum(invalid)::BIGINT AS invalid
FROM ranked
GROUP BY rank, name
ORDER BY rank NULLS LAST
