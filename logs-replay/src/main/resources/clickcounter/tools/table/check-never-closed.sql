-- Which counters have no close event?
--
-- Temporary tables: counter_totals, see check-counters.
SELECT counter, last, last_ms
FROM counter_totals
WHERE closed_at IS NULL
ORDER BY counter
