-- What did each ad count in the month from from_ms to before to_ms, and what of it is owed?
--
-- Until a time, costs are owed up to the budget of that time, and never less than nothing; in a month, what
-- that is more at its end than at its beginning. Late events of earlier months are in all sums.
-- Temporary tables: counted, late, opening, see there.
CREATE OR REPLACE TEMPORARY VIEW counted_or_late AS
SELECT ad, kind, micros, dims, clicked_counter, clicked_sequence, false AS is_late
FROM counted
WHERE time_ms >= getvariable('from_ms') AND time_ms < getvariable('to_ms')
UNION ALL
SELECT ad, kind, micros, dims, clicked_counter, clicked_sequence, true FROM late;

CREATE OR REPLACE TEMPORARY TABLE month AS
WITH event AS (
  SELECT *, cost_of(kind, micros) AS cost FROM counted_or_late
),
sums AS (
  SELECT
    ad,
    count(*) FILTER (kind = 'impression') AS impressions,
    count(*) FILTER (kind IN ('click', 'filtered-click')) AS gross_clicks,
    count(*) FILTER (kind = 'filtered-click') AS filtered_clicks,
    count(*) FILTER (kind = 'invalidation') AS invalidations,
    count(*) FILTER (kind = 'reinstatement') AS reinstatements,
    sum(cost)::BIGINT AS cost_micros,
    coalesce(sum(micros) FILTER (kind = 'budget'), 0)::BIGINT AS budget_micros,
    count(*) FILTER (is_late) AS late_events,
    coalesce(sum(cost) FILTER (is_late), 0)::BIGINT AS late_cost_micros
  FROM event
  WHERE ad IS NOT NULL
  GROUP BY ad
),
totals AS (
  SELECT
    sums.*,
    coalesce(opening.cost_micros, 0) AS opening_cost,
    coalesce(opening.budget_micros, 0) AS opening_budget,
    opening_cost + sums.cost_micros AS total_cost_micros,
    opening_budget + sums.budget_micros AS total_budget_micros
  FROM sums
  LEFT JOIN opening USING (ad)
)
SELECT
  * EXCLUDE (opening_cost, opening_budget),
  greatest(0, least(total_cost_micros, total_budget_micros))
    - greatest(0, least(opening_cost, opening_budget)) AS owed_micros
FROM totals
ORDER BY ad
