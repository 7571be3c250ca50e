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
  is_complete,
  fault AS finding,
  if(fault = 'invalidated-twice', in_force - 1, abs(in_force)) AS amount,
  verdict AS place,
  counter || ':' || sequence AS click,
  if(in_force > 0, 'reinstatement', 'invalidation') AS remedy,
  if(in_force > 0, 'invalidation ', 'reinstatement ') || verdict || ' '
    || CASE fault
      WHEN 'unknown-click' THEN 'judges ' || click || '. ' || if(
        is_complete,
        'The files have all events of that counter, but not this',
        'No archive has an event of that counter'
      )
      WHEN 'no-charged-click' THEN 'judges ' || click || ', expected a click, found ' || found
      WHEN 'unlike-click' THEN 'has ad ''' || ad || ''' and cost ' || money(micros)
        || ', expected those of its click ' || click
        || ': ad ''' || click_ad || ''' and cost ' || money(click_micros)
      WHEN 'invalidated-twice' THEN 'takes back ' || click || ', which is taken back already by ' || first_invalidation
      ELSE 'charges ' || click || ' again, which is charged already'
    END
    || if(
      fault IN ('invalidated-twice', 'not-invalidated'),
      '. If the verdict between is in other files, name these too. If there is none',
      ''
    )
    || ': ad ''' || ad || ''' has ' || amount(amount, 'click') || ' and ' || money(amount * micros)
    || if(in_force > 0, ' less', ' more') || ' than it should. '
    || if(amount = 1, if(in_force > 0, 'A ', 'An ') || remedy, amount(amount, remedy))
    || ' of the same clickId, adId and costMicros put' || if(amount = 1, 's', '') || ' it right' AS detail
FROM judged
WHERE fault IS NOT NULL
ORDER BY counter, sequence, ad, micros
