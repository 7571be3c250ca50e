-- What do events add up to, by ad, and what do the ads' documents have to say by that?
--
-- A document keeps the newest 36 hours with an event that is no change of the budget, and the newest 8 days with
-- one that is no filtered click either. What is nothing has no row. Temporary tables: audited, the events.
CREATE OR REPLACE TEMPORARY TABLE by_hour AS
SELECT
  ad,
  time_ms // 3600000 AS hour,
  count(*) FILTER (kind = 'impression') AS impressions,
  count(*) FILTER (kind = 'click') AS charged,
  count(*) FILTER (kind = 'invalidation') AS invalidations,
  count(*) FILTER (kind = 'reinstatement') AS reinstatements,
  count(*) FILTER (kind = 'budget') AS budgets,
  count(*) FILTER (kind = 'filtered-click') AS filtered,
  count(*) FILTER (kind = 'filtered-click' AND reason LIKE 'bots@%') AS bots,
  count(*) FILTER (kind = 'filtered-click' AND reason LIKE 'datacenter@%') AS datacenter,
  count(*) FILTER (kind = 'filtered-click' AND reason LIKE 'repeat@%') AS repeat,
  count(*) FILTER (kind = 'filtered-click' AND reason LIKE 'rate@%') AS rate,
  count(*) FILTER (kind = 'filtered-click' AND reason LIKE 'prefetch@%') AS prefetch,
  ifnull(sum(cost_of(kind, micros)), 0) AS cost,
  ifnull(sum(cost_of(kind, micros)) FILTER (kind <> 'click'), 0) AS cost_of_verdicts,
  ifnull(sum(micros) FILTER (kind = 'budget'), 0) AS budget,
  min(time_ms) AS first_ms,
  max(time_ms) AS last_ms
FROM audited
GROUP BY ad, hour;

CREATE OR REPLACE TEMPORARY TABLE sums AS
SELECT
  ad,
  sum(budgets) AS budgets,
  sum(budget)::BIGINT AS budget,
  sum(cost)::BIGINT AS cost,
  sum(charged - invalidations + reinstatements) AS clicks,
  sum(impressions) AS impressions,
  sum(bots) AS bots,
  sum(datacenter) AS datacenter,
  sum(repeat) AS repeat,
  sum(rate) AS rate,
  sum(prefetch) AS prefetch,
  sum(filtered) AS filtered,
  sum(invalidations - reinstatements) AS invalidated,
  -sum(cost_of_verdicts) AS invalidated_micros,
  min(first_ms) AS first_ms,
  max(last_ms) AS last_ms,
  max(hour) FILTER (impressions + charged + invalidations + reinstatements + filtered > 0) AS newest_hour,
  max(hour // 24) FILTER (impressions + charged + invalidations + reinstatements > 0) AS newest_day
FROM by_hour
GROUP BY ad;

CREATE OR REPLACE TEMPORARY VIEW expected AS
WITH totals AS (
  SELECT
    ad,
    CASE WHEN budgets = 0 THEN 'unfunded' WHEN budget > cost THEN 'active' ELSE 'exhausted' END AS state,
    budget AS "budgetMicros",
    cost AS "costMicros",
    greatest(0, least(cost, budget)) AS "spentMicros",
    clicks AS clicks,
    impressions AS impressions,
    bots AS "filtered.bots",
    datacenter AS "filtered.datacenter",
    repeat AS "filtered.repeat",
    rate AS "filtered.rate",
    prefetch AS "filtered.prefetch",
    filtered - bots - datacenter - repeat - rate - prefetch AS "filtered.other",
    invalidated AS invalidated,
    invalidated_micros AS "invalidatedMicros",
    first_ms AS "firstEventAt",
    last_ms AS "lastEventAt",
    ifnull(newest_day, 0) AS "ranking.day"
  FROM sums
),
days AS (
  SELECT
    ad,
    newest_day - hour // 24 AS age,
    sum(charged - invalidations + reinstatements) AS clicks,
    sum(by_hour.impressions) AS impressions
  FROM by_hour
  JOIN sums USING (ad)
  WHERE hour // 24 > newest_day - 8
  GROUP BY ALL
),
hours AS (
  SELECT
    ad,
    hour,
    by_hour.impressions,
    charged - invalidations + reinstatements AS clicks,
    by_hour.cost,
    by_hour.filtered + invalidations - reinstatements AS invalid
  FROM by_hour
  JOIN sums USING (ad)
  WHERE hour > newest_hour - 36
)
SELECT ad, field, value
FROM (UNPIVOT (SELECT ad, COLUMNS(* EXCLUDE (ad))::VARCHAR FROM totals) ON COLUMNS(* EXCLUDE (ad)) INTO NAME field VALUE value)
WHERE value NOT IN ('unfunded', '0')
UNION ALL
SELECT ad, 'ranking.clicks[' || age || ']', clicks::VARCHAR FROM days WHERE clicks <> 0
UNION ALL
SELECT ad, 'ranking.impressions[' || age || ']', impressions::VARCHAR FROM days WHERE impressions <> 0
UNION ALL
SELECT
  ad,
  'hour ' || strftime(epoch_ms(hour * 3600000), '%Y-%m-%dT%H:00:00Z'),
  'impressions ' || impressions || ', clicks ' || clicks || ', costMicros ' || cost
    || if(invalid = 0, '', ', invalid ' || invalid)
FROM hours
WHERE impressions <> 0 OR clicks <> 0 OR cost <> 0 OR invalid <> 0
