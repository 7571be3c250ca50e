-- Which counters have no close event?
--
SELECT counter, last, max_ms AS last_ms
FROM counter_totals
WHERE closed_at IS NULL
ORDER BY counter
