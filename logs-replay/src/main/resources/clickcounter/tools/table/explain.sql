-- What does the table have of the event with this counter and sequence, and which verdicts are on it?
--
-- Verdicts alone have an author here. View: explained_day, the events of the days in which it may be.
SELECT
  counter,
  sequence,
  kind,
  ad,
  time_ms,
  NULL AS author,
  NULL AS reason,
  kind || ifnull(' of ad ' || ad, '') || ' at ' || written_time(time_ms)
    || if(micros = 0 OR kind IN ('writeOff', 'reopen'), '', ', ' || money(micros)) AS text
FROM explained_day
WHERE counter = getvariable('counter') AND sequence = getvariable('sequence')
UNION ALL
SELECT
  counter,
  sequence,
  kind,
  ad,
  time_ms,
  author,
  reason,
  if(kind = 'invalidation', 'invalidated ', 'reinstated ') || written_time(time_ms)
    || ' by ' || author || ' (' || reason || '), event ' || counter || ':' || sequence
FROM events
WHERE
  kind IN ('invalidation', 'reinstatement') -- a write-off has its first number there
  AND clicked_counter = getvariable('counter')
  AND clicked_sequence = getvariable('sequence')
ORDER BY time_ms, counter, sequence
