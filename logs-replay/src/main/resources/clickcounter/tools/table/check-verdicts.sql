-- Which verdicts are on no click, unlike their click, or leave other than none or one invalidation in force?
--
-- Temporary tables: judged, see there.
SELECT
  fault,
  counter,
  sequence,
  in_force,
  if(in_force > 0, last_invalidation, last_reinstatement) AS verdict,
  first_invalidation,
  ad,
  micros,
  found,
  contents[1].ad AS click_ad,
  contents[1].micros AS click_micros,
  is_complete
FROM judged
WHERE fault IS NOT NULL
ORDER BY counter, sequence, ad, micros
