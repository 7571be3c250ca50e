-- Of which values of a dimension (split) did the share of clicks change most since from_ms?
--
-- Temporary view: asked, the counted events that are asked about, ad being NULL. Macro: see unusual.sql.
SELECT * EXCLUDE (ad)
FROM unusual('asked', getvariable('split'), getvariable('from_ms'), getvariable('half_life_ms') / 86_400_000)
ORDER BY abs(share - usual_share) DESC, value
LIMIT getvariable('most')
