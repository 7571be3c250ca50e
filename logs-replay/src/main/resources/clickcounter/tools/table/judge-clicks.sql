-- How many clicks are judged, and how many of them say nothing of their visitor?
--
-- Temporary tables: clicks, see judge-day.sql.
SELECT count(*) AS clicks, count(*) FILTER (visitor IS NULL) AS without_visitor
FROM clicks
