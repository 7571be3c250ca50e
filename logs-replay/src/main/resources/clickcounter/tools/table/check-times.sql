-- Which events have a time before earliest_ms, or more than most_ahead_ms after now_ms?
SELECT counter, sequence, time_ms, 1 AS amount, counter || ':' || sequence AS place
FROM events
WHERE time_ms < getvariable('earliest_ms')
  OR time_ms - getvariable('now_ms') > getvariable('most_ahead_ms')
ORDER BY ALL
