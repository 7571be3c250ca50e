-- What does a model learn of each click of a known visitor? Only of what archives say, and of nothing but the day.
--
-- Tables: clicks and impressions of a judged day. Rounded, so that it does not matter in which order it is summed up.
WITH click AS (
  SELECT
    *,
    lag(time_ms) OVER own AS before_ms,
    lead(time_ms) OVER own AS next_ms,
    count(*) OVER (
      PARTITION BY visitor ORDER BY time_ms RANGE BETWEEN 30_000 PRECEDING AND 30_000 FOLLOWING
    ) AS in_minute,
    count(*) OVER (
      PARTITION BY visitor ORDER BY time_ms RANGE BETWEEN 1_800_000 PRECEDING AND 1_800_000 FOLLOWING
    ) AS in_hour,
    count(*) OVER (PARTITION BY agent) / count(*) OVER () AS agent_share
  FROM clicks
  WHERE visitor IS NOT NULL
  WINDOW own AS (PARTITION BY visitor ORDER BY time_ms, counter, sequence)
),
visitors AS (
  SELECT
    visitor,
    count(*) AS clicks,
    count(DISTINCT ad) / count(*) AS ads_a_click,
    -- How much the times between clicks differ, in parts of their mean.
    if(
      count(*) < 3,
      -1,
      round(stddev_pop(time_ms - before_ms) / greatest(1, avg(time_ms - before_ms)), 6)
    ) AS steadiness
  FROM click
  GROUP BY visitor
)
SELECT
  click.counter || ':' || click.sequence AS id,
  coalesce((click.time_ms - impressions.time_ms) / 1_000, 1e6) AS "after-impression",
  coalesce((click.time_ms - before_ms) / 1_000, 1e6) AS "after-click",
  coalesce((next_ms - click.time_ms) / 1_000, 1e6) AS "before-click",
  in_minute AS "clicks-in-minute",
  in_hour AS "clicks-in-hour",
  clicks AS "clicks-in-day",
  ads_a_click AS "ads-a-click",
  steadiness AS "steadiness",
  click.time_ms // 3_600_000 % 24 AS "hour",
  agent_share AS "agent-share"
FROM click
JOIN visitors USING (visitor)
ASOF LEFT JOIN impressions ON
  impressions.ad = click.ad
  AND impressions.visitor = click.visitor
  AND impressions.time_ms <= click.time_ms
ORDER BY click.counter, click.sequence
