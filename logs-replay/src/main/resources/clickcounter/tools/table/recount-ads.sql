-- Which ads have events of the counters that are asked for?
--
-- Temporary tables: asked (counter, first, last); asked_day, the events of all days in which they have some.
SELECT DISTINCT ad FROM asked_day SEMI JOIN asked USING (counter) WHERE ad IS NOT NULL ORDER BY ad
