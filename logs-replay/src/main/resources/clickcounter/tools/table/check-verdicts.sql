-- Which verdicts are on no click, unlike their click, or leave other than none or one invalidation in force?
-- Verdicts that fit no click are no fault if they take each other back.
WITH judged AS (
  SELECT
    clicked_counter AS counter,
    clicked_sequence AS sequence,
    ad,
    micros,
    count(*) FILTER (kind = 'invalidation') - count(*) FILTER (kind = 'reinstatement') AS in_force,
    max((counter || ':' || sequence)) AS verdict
  FROM events
  WHERE kind IN ('invalidation', 'reinstatement')
  GROUP BY ALL
),
clicks AS (
  SELECT
    counter,
    sequence,
    bool_or(kind = 'click') AS is_click,
    list({'ad': ad, 'micros': micros}) FILTER (kind = 'click') AS contents
  FROM events
  SEMI JOIN judged USING (counter, sequence)
  GROUP BY counter, sequence
)
SELECT
  counter,
  sequence,
  CASE
    WHEN is_click IS NULL THEN 'no event'
    WHEN NOT is_click THEN 'no click'
    WHEN NOT list_contains(contents, {'ad': judged.ad, 'micros': judged.micros}) THEN 'unlike its click'
    WHEN in_force > 1 THEN 'invalidated twice'
    ELSE 'not invalidated'
  END AS fault,
  in_force,
  verdict
FROM judged
LEFT JOIN clicks USING (counter, sequence)
WHERE in_force <> 0
  AND (
    in_force <> 1
    OR is_click IS NOT TRUE
    OR NOT list_contains(contents, {'ad': judged.ad, 'micros': judged.micros})
  )
ORDER BY ALL
