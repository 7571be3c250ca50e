-- When was the last counted event of each counter that has an archived number which it has not recorded?
--
-- Temporary tables: archived, see audit-archived.sql; open, see audit-uncounted.sql.
SELECT counter, max(time_ms) AS last_ms
FROM counted_of('archived')
SEMI JOIN open USING (counter)
GROUP BY counter
