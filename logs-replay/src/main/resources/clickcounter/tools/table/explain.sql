-- What does the table have of the event with this counter and sequence, and which verdicts are on it?
--
-- Verdicts alone have an author here. View: explained_day, the events of the days in which it may be.
SELECT
  counter || ':' || sequence AS event_id,
  kind AS type,
  if(is_verdict, author, NULL) AS author,
  if(is_verdict, reason, NULL) AS reason,
  time_ms AS at,
  if(
    is_verdict,
    if(kind = 'invalidation', 'invalidated ', 'reinstated ') || written_time(time_ms)
      || ' by ' || author || ' (' || reason || '), event ' || event_id,
    kind || ifnull(' of ad ' || ad, '') || ' at ' || written_time(time_ms)
      || if(micros = 0 OR kind IN ('writeOff', 'reopen'), '', ', ' || money(micros))
  ) AS text,
  ad
FROM (
  SELECT *, false AS is_verdict
  FROM explained_day
  WHERE counter = getvariable('counter') AND sequence = getvariable('sequence')
  UNION ALL
  SELECT *, true
  FROM events
  WHERE
    kind IN ('invalidation', 'reinstatement') -- a write-off has its first number there
    AND clicked_counter = getvariable('counter')
    AND clicked_sequence = getvariable('sequence')
)
ORDER BY time_ms, counter, sequence
