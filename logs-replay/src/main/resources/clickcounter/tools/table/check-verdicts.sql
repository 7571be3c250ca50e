-- Which verdicts are on no click, unlike their click, or leave other than none or one invalidation in force?
--
-- Unlike is another ad or another cost. Verdicts that fit no click are no fault if they take each other
-- back. A click that lacks is unknown if its counter is complete, or if all archives were read
-- (is_everything is 1) and none has an event of its counter. Temporary tables: judged, see there.
SELECT
  CASE
    WHEN found IS NULL AND ifnull(is_complete, getvariable('is_everything') = 1) THEN 'unknown-click'
    WHEN found <> 'click' THEN 'no-charged-click'
    WHEN NOT is_like THEN 'unlike-click'
    WHEN in_force > 1 THEN 'invalidated-twice'
    WHEN in_force < 0 THEN 'not-invalidated'
  END AS fault,
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
WHERE in_force <> 0 AND fault IS NOT NULL
ORDER BY counter, sequence, ad, micros
