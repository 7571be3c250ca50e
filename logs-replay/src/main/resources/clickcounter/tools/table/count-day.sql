-- What does each counter have in a day, whose files are read?
DELETE FROM counter_day WHERE day = getvariable('day');
INSERT INTO counter_day
SELECT
  counter,
  getvariable('day'),
  min(sequence),
  max(sequence),
  count(*),
  count(*) FILTER (before IS DISTINCT FROM sequence),
  min(time_ms),
  max(time_ms),
  arg_max(time_ms, sequence),
  greatest(0, max(before_ms - time_ms) FILTER (before < sequence)),
  min(sequence) FILTER (kind = 'close')
FROM (
  SELECT *, lag(sequence) OVER numbers AS before, lag(time_ms) OVER numbers AS before_ms
  FROM read_parquet(getvariable('files'), hive_partitioning = false)
  WINDOW numbers AS (PARTITION BY counter ORDER BY sequence)
)
GROUP BY counter;
