-- What did all ads together count in a month? No row if nothing was ever counted before its end.
--
-- Temporary tables: month, totals, see there.
SELECT
  getvariable('month') AS month,
  getvariable('state') AS state,
  count(*) AS ads,
  coalesce(sum(impressions), 0)::BIGINT AS impressions,
  coalesce(sum(gross_clicks), 0)::BIGINT AS gross_clicks,
  coalesce(sum(filtered_clicks), 0)::BIGINT AS filtered_clicks,
  coalesce(sum(invalidations), 0)::BIGINT AS invalidations,
  coalesce(sum(reinstatements), 0)::BIGINT AS reinstatements,
  coalesce(sum(cost_micros), 0)::BIGINT AS cost_micros,
  coalesce(sum(budget_micros), 0)::BIGINT AS budget_micros,
  coalesce(sum(owed_micros), 0)::BIGINT AS owed_micros,
  coalesce(sum(late_events), 0)::BIGINT AS late_events,
  coalesce(sum(late_cost_micros), 0)::BIGINT AS late_cost_micros
FROM month
HAVING EXISTS (FROM totals)
