-- Which events do the ads have that is_wanted names, one ad after the other?
--
-- Temporary tables: numbered, first_of_twice, see recount-numbers and recount-twice.
SELECT
  ad,
  number,
  sequence,
  kind,
  time_ms,
  micros,
  if(kind = 'filtered-click', reason, NULL) AS filtered
FROM (
  SELECT counter, sequence, ad, kind, time_ms, micros, reason
  FROM events
  ANTI JOIN twice USING (counter, sequence)
  WHERE ad IS NOT NULL AND is_wanted(ad)
  UNION ALL
  SELECT counter, sequence, ad, kind, time_ms, micros, reason
  FROM first_of_twice
  WHERE ad IS NOT NULL AND is_wanted(ad)
)
JOIN numbered USING (counter)
ORDER BY ad
