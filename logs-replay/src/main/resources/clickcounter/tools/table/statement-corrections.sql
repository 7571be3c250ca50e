-- Which verdicts on clicks of the ad of this name are booked from from_ms to before to_ms, and when was each click?
--
-- Temporary tables: counted, booked, see there.
SELECT
  verdict.*,
  verdict.counter || ':' || verdict.sequence AS event_id,
  clicked_counter || ':' || clicked_sequence AS click_id,
  click.time_ms AS click_ms
FROM booked AS verdict
LEFT JOIN (
  SELECT counter, sequence, min(time_ms) AS time_ms
  FROM counted
  WHERE ad = getvariable('ad') AND kind = 'click'
  GROUP BY ALL
) AS click ON click.counter = clicked_counter AND click.sequence = clicked_sequence
WHERE ad = getvariable('ad')
  AND kind IN ('invalidation', 'reinstatement')
  AND booked_ms >= getvariable('from_ms')
  AND booked_ms < getvariable('to_ms')
ORDER BY verdict.time_ms, verdict.counter, verdict.sequence
