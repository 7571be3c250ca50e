-- What did the ad of this name count in each period, by kind and the reason of filtered clicks?
--
-- An event is of the period in which it is booked. Temporary tables: booked, see there; periods (from_ms, to_ms),
-- which do not overlap.
SELECT
  from_ms,
  kind,
  if(kind = 'filtered-click', reason, NULL) AS filtered,
  booked_ms <> time_ms AS is_late,
  count(*) AS events,
  sum(micros)::BIGINT AS micros
FROM booked
ASOF JOIN periods ON booked_ms >= from_ms
WHERE ad = getvariable('ad') AND booked_ms < to_ms
GROUP BY ALL
