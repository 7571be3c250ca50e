-- Which events of those that are audited do archives have, each number once?
--
-- Of several events with one number, any one is counted: unlike has one of these. Temporary tables: in_scope.
CREATE OR REPLACE TEMPORARY TABLE unlike AS
SELECT DISTINCT ON (counter, sequence) *
FROM in_scope
SEMI JOIN twice USING (counter, sequence)
ORDER BY ALL;

CREATE OR REPLACE TEMPORARY VIEW archived AS
FROM in_scope ANTI JOIN twice USING (counter, sequence)
UNION ALL
FROM unlike
