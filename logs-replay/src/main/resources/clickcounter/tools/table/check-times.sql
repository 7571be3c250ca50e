-- Which events have a time before earliest_ms or after latest_ms?
SELECT counter, sequence, time_ms
FROM events
WHERE time_ms < getvariable('earliest_ms') OR time_ms > getvariable('latest_ms')
ORDER BY ALL
