-- What did the ad of this name count: in each period from from_ms on, in all of this time, before it, and late?
--
-- An event is of the period in which it is booked, and late if that is not when it happened. "own" is a period without
-- verdicts; each verdict is a part, too. The part "none" has no event; another one of which there is nothing has no row.
-- Temporary tables: booked, see there; periods (from_ms, to_ms), which do not overlap.
WITH event AS (
  SELECT
    booked.*,
    split_part(reason, '@', 1) AS filter,
    unnest(
      CASE
        WHEN from_ms < getvariable('from_ms') THEN ['before']
        ELSE [
          'time',
          from_ms::VARCHAR,
          if(kind IN ('invalidation', 'reinstatement'), counter || ':' || sequence, 'own ' || from_ms),
          if(booked_ms <> time_ms, 'late', NULL)
        ]
      END
    ) AS part
  FROM booked
  ASOF JOIN periods ON booked_ms >= from_ms
  WHERE ad = getvariable('ad') AND booked_ms < to_ms
  UNION ALL BY NAME
  SELECT 'none' AS part
),
sums AS (
  SELECT
    part,
    count(kind) AS events,
    count(*) FILTER (kind = 'impression') AS impressions,
    count(*) FILTER (kind IN ('click', 'filtered-click')) AS gross_clicks,
    map {
      'bots': count(*) FILTER (kind = 'filtered-click' AND filter = 'bots'),
      'datacenter': count(*) FILTER (kind = 'filtered-click' AND filter = 'datacenter'),
      'repeat': count(*) FILTER (kind = 'filtered-click' AND filter = 'repeat'),
      'rate': count(*) FILTER (kind = 'filtered-click' AND filter = 'rate'),
      'prefetch': count(*) FILTER (kind = 'filtered-click' AND filter = 'prefetch'),
      'other': count(*) FILTER (
        kind = 'filtered-click' AND filter NOT IN ('bots', 'datacenter', 'repeat', 'rate', 'prefetch')
      )
    } AS filtered,
    count(*) FILTER (kind = 'invalidation') AS invalidated,
    count(*) FILTER (kind = 'reinstatement') AS reinstated,
    count(*) FILTER (kind IN ('click', 'reinstatement')) - invalidated AS clicks,
    coalesce(sum(micros) FILTER (kind = 'click'), 0)::BIGINT AS gross_cost_micros,
    coalesce(sum(micros) FILTER (kind = 'invalidation'), 0)::BIGINT AS invalidated_micros,
    coalesce(sum(micros) FILTER (kind = 'reinstatement'), 0)::BIGINT AS reinstated_micros,
    coalesce(sum(cost_of(kind, micros)), 0)::BIGINT AS cost_micros,
    coalesce(sum(micros) FILTER (kind = 'budget'), 0)::BIGINT AS budget_micros
  FROM event
  GROUP BY part
)
FROM sums WHERE part IS NOT NULL
