-- Which numbers of these counters have several events, and how far do their times run backwards? The files are those
-- of the day and of all that it meets.
CREATE OR REPLACE TABLE compared AS
SELECT counter, sequence, time_ms, epoch_ms(time_ms)::DATE::VARCHAR AS day
FROM read_parquet(getvariable('files'), hive_partitioning = false)
JOIN (SELECT counter, min(first) AS first, max(last) AS last FROM mixed GROUP BY counter) USING (counter)
WHERE sequence BETWEEN first AND last;
INSERT INTO twice_in_day
SELECT DISTINCT counter, sequence, day
FROM compared
SEMI JOIN (FROM compared SELECT counter, sequence GROUP BY ALL HAVING count(*) > 1) USING (counter, sequence)
ANTI JOIN twice_in_day USING (counter, sequence, day);
UPDATE counter_day SET back_ms = greatest(back_ms, most)
FROM (
  SELECT counter AS of_counter, max(back) AS most
  FROM (
    SELECT
      counter,
      coalesce(
        max(time_ms) OVER (
          PARTITION BY counter ORDER BY sequence RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ),
        time_ms
      ) - time_ms AS back
    FROM compared
  )
  GROUP BY counter
)
WHERE counter = of_counter AND day = getvariable('day');
DROP TABLE compared;
