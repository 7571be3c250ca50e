-- Which counters have no close event?
SELECT counter, max(sequence) AS last, max(time_ms) AS last_ms
FROM events
GROUP BY counter
HAVING count(*) FILTER (kind = 'close') = 0
ORDER BY ALL
