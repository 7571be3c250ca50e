-- Which verdicts of a month are on no counted click, unlike their click, or leave other than none or one
-- invalidation in force? What other verdicts have mended since is no fault.
--
-- Temporary tables: judged, see month-judged.sql; clicked_event, the events of all days in which such a click may be.
WITH clicks AS (
  SELECT
    event.counter,
    event.sequence,
    bool_or(kind = 'click') AS is_click,
    list({'ad': event.ad, 'micros': event.micros}) FILTER (kind = 'click') AS contents
  FROM counted_of('clicked_event') AS event
  SEMI JOIN judged USING (counter, sequence)
  GROUP BY ALL
),
compared AS (
  SELECT
    judged.*,
    is_click,
    coalesce(list_contains(contents, {'ad': judged.ad, 'micros': judged.micros}), false) AS fits
  FROM judged
  LEFT JOIN clicks USING (counter, sequence)
)
SELECT
  counter,
  sequence,
  CASE
    WHEN is_click IS NULL THEN 'no counted event'
    WHEN NOT is_click THEN 'no click'
    WHEN NOT fits THEN 'unlike its click'
    WHEN in_force > 1 THEN 'invalidated twice'
    ELSE 'not invalidated'
  END AS fault,
  in_force,
  'verdict ' || verdict || ' on it: ' || fault || ', ' || in_force
    || ' in force: its author takes it back by another verdict' AS text
FROM compared
WHERE then_in_force NOT BETWEEN 0 AND fits::INT AND in_force NOT BETWEEN 0 AND fits::INT
ORDER BY ALL
