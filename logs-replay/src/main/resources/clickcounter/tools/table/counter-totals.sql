-- What is there of each counter?
--
-- Of ids, different numbers, none is missing from 0 to last if there is one more than last. last_ms is the time of
-- the highest number, max_ms the latest time.
CREATE TEMPORARY VIEW counter_totals AS
SELECT
  counter,
  min(first) AS first,
  max(last) AS last,
  arg_max(last_ms, last) AS last_ms,
  min(min_ms) AS min_ms,
  max(max_ms) AS max_ms,
  sum(events)::BIGINT AS events,
  (sum(ids) - ifnull(any_value(in_other_days), 0))::BIGINT AS ids,
  max(back_ms) AS back_ms,
  min(closed_at) AS closed_at
FROM counter_days
LEFT JOIN (
  SELECT counter, count(*) - count(DISTINCT sequence) AS in_other_days FROM twice GROUP BY counter
) USING (counter)
GROUP BY counter
