-- Which clicks do verdicts judge, what is in force of these, what do the files have of the clicks, and what is wrong?
--
-- One row for each ad and cost that the verdicts on a click have. Verdicts of all authors count, and
-- two with one number count once. is_complete: whether the files have all events of the click's
-- counter; NULL if they have none. Unlike is another ad or another cost. Verdicts that fit no click
-- are no fault if they take each other back. A click that lacks is unknown if its counter is
-- complete, or if all archives were read (is_everything is 1) and none has an event of its counter.
CREATE OR REPLACE TEMPORARY TABLE judged AS
WITH verdicts AS (
  SELECT
    clicked_counter,
    clicked_sequence,
    ad,
    micros,
    kind,
    counter || ':' || sequence AS id,
    min(time_ms) AS time_ms
  FROM events
  WHERE kind IN ('invalidation', 'reinstatement')
  GROUP BY ALL
),
charges AS (
  SELECT
    clicked_counter AS counter,
    clicked_sequence AS sequence,
    ad,
    micros,
    count(*) FILTER (kind = 'invalidation') AS invalidations,
    count(*) FILTER (kind = 'reinstatement') AS reinstatements,
    min_by(id, (time_ms, id)) FILTER (kind = 'invalidation') AS first_invalidation,
    max_by(id, (time_ms, id)) FILTER (kind = 'invalidation') AS last_invalidation,
    max_by(id, (time_ms, id)) FILTER (kind = 'reinstatement') AS last_reinstatement
  FROM verdicts
  GROUP BY ALL
),
clicks AS (
  SELECT
    counter,
    sequence,
    coalesce(max(kind) FILTER (kind = 'click'), max(kind)) AS found,
    list({'ad': ad, 'micros': micros} ORDER BY ad, micros) FILTER (kind = 'click') AS contents
  FROM events
  SEMI JOIN charges USING (counter, sequence)
  GROUP BY counter, sequence
),
counters AS (
  SELECT counter, ids = last + 1 AND closed_at IS NOT DISTINCT FROM last AS is_complete
  FROM counter_totals
)
SELECT
  *,
  invalidations - reinstatements AS in_force,
  found IS NOT NULL OR ifnull(is_complete, getvariable('is_everything') = 1) AS is_looked_up,
  CASE
    WHEN in_force = 0 THEN NULL
    WHEN found IS NULL AND is_looked_up THEN 'unknown-click'
    WHEN found <> 'click' THEN 'no-charged-click'
    WHEN NOT list_contains(contents, {'ad': ad, 'micros': micros}) THEN 'unlike-click'
    WHEN in_force > 1 THEN 'invalidated-twice'
    WHEN in_force < 0 THEN 'not-invalidated'
  END AS fault
FROM charges
LEFT JOIN clicks USING (counter, sequence)
LEFT JOIN counters USING (counter)
