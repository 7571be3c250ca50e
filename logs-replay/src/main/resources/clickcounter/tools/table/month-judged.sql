-- On which clicks were verdicts made in the month from from_ms to before to_ms, and how many invalidations were
-- in force of each at its end, and are today?
--
-- Temporary tables: counted, late, see there.
CREATE OR REPLACE TEMPORARY TABLE judged AS
WITH verdict AS (
  SELECT *, if(kind = 'invalidation', 1, -1) AS change
  FROM counted
  WHERE kind IN ('invalidation', 'reinstatement')
),
made AS (
  SELECT clicked_counter, clicked_sequence
  FROM verdict
  WHERE time_ms >= getvariable('from_ms') AND time_ms < getvariable('to_ms')
  UNION
  SELECT clicked_counter, clicked_sequence FROM late WHERE clicked_counter IS NOT NULL
)
SELECT
  clicked_counter AS counter,
  clicked_sequence AS sequence,
  ad,
  micros,
  coalesce(sum(change) FILTER (time_ms < getvariable('to_ms')), 0) AS then_in_force,
  sum(change) AS in_force,
  max((counter || ':' || sequence)) AS verdict
FROM verdict
SEMI JOIN made USING (clicked_counter, clicked_sequence)
GROUP BY ALL
