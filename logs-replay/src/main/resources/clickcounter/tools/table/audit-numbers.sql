-- Which ranges of numbers of each counter are archived?
--
-- Temporary tables: archived, see audit-archived.sql; archived_counter, what is there of each counter.
SELECT counter, ranges.first, ranges.last, closed_at, max_ms
FROM archived_counter
JOIN (
  SELECT counter, first, last FROM archived_counter WHERE ids > last - first
  UNION ALL
  SELECT counter, min(sequence), max(sequence)
  FROM (
    SELECT counter, sequence, sequence - row_number() OVER (PARTITION BY counter ORDER BY sequence) AS range
    FROM archived
    SEMI JOIN (FROM archived_counter WHERE ids <= last - first) USING (counter)
  )
  GROUP BY counter, range
) AS ranges USING (counter)
ORDER BY counter, ranges.first
