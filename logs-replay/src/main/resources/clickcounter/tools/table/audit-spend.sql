-- What did each ad of a chunk spend, and by how much will its missing events change that?
--
-- Temporary tables: chunk, see audit-audited.sql; sums, see audit-sums.sql; uncounted, see audit-uncounted.sql.
SELECT
  ad,
  greatest(0, least(ifnull(sums.cost, 0), ifnull(sums.budget, 0))) AS micros,
  abs(
    greatest(
      0,
      least(
        ifnull(sums.cost, 0) + ifnull(uncounted.cost, 0),
        ifnull(sums.budget, 0) + ifnull(uncounted.budget, 0)
      )
    ) - micros
  ) AS at_risk_micros
FROM chunk
LEFT JOIN sums USING (ad)
LEFT JOIN uncounted USING (ad)
