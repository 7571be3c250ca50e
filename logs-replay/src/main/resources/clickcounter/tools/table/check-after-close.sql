-- Which numbers of a counter are above that of its first close event?
SELECT counter, closed_at, min(sequence) AS first, max(sequence) AS last, count(*) AS events
FROM events
JOIN (
  SELECT counter, min(sequence) AS closed_at
  FROM events
  WHERE kind = 'close'
  GROUP BY counter
) USING (counter)
WHERE sequence > closed_at
GROUP BY counter, closed_at
ORDER BY ALL
