-- Which numbers have two or more events with different content?
SELECT counter, sequence, count(*) AS events
FROM events
GROUP BY counter, sequence
HAVING count(*) > 1
ORDER BY ALL
