-- Which of the numbers that are asked for are in files?
--
-- Temporary tables: asked (counter, first, last); asked_day, the events of all days in which they may be.
SELECT DISTINCT event.counter, sequence AS first, sequence AS last
FROM asked_day AS event
JOIN asked ON asked.counter = event.counter AND sequence BETWEEN asked.first AND asked.last
ORDER BY ALL
