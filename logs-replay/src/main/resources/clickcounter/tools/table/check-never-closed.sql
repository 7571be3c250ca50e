-- Which counters have no close event?
--
SELECT
  counter,
  last,
  max_ms AS last_ms,
  'not closed' AS finding,
  1 AS amount,
  counter AS place,
  'no close event; if it still runs or died, use --open-ok' AS detail
FROM counter_totals
WHERE closed_at IS NULL
ORDER BY counter
