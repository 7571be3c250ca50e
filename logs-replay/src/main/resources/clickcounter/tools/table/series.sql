-- What did the ad of this name, or did all ads if it is NULL, count in each period? Periods without an event
-- have no row.
--
-- A verdict changes the period of its own time. Temporary tables: counted, see there; periods (from_ms,
-- to_ms), which do not overlap.
SELECT
  from_ms,
  impressions_of(kind) AS impressions,
  clicks_of(kind) AS clicks,
  sum(cost_of(kind, micros))::BIGINT AS cost_micros,
  invalid_of(kind) AS invalid
FROM counted
ASOF JOIN periods ON time_ms >= from_ms
WHERE (getvariable('ad') IS NULL OR ad = getvariable('ad')) AND time_ms < to_ms
GROUP BY from_ms
ORDER BY from_ms
