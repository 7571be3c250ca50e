-- Which numbers of a counter are above that of its first close event?
--
SELECT
  counter,
  closed_at,
  min(sequence) AS first,
  max(sequence) AS last,
  count(*) AS events,
  'after close' AS finding,
  count(*) AS amount,
  counter AS place,
  id_range(min(sequence), max(sequence)) || ', closed at ' || closed_at AS detail
FROM events
JOIN (SELECT counter, closed_at FROM counter_totals WHERE last > closed_at) USING (counter)
WHERE sequence > closed_at
GROUP BY counter, closed_at
ORDER BY ALL
