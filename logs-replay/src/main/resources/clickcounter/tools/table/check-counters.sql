-- What is there of each counter?
--
-- Of ids, different numbers, none is missing from 0 to last if there is one more than last.
CREATE OR REPLACE TEMPORARY TABLE counter_totals AS
SELECT
  counter,
  max(last) AS last,
  max(max_ms) AS last_ms,
  sum(events)::BIGINT AS events,
  (sum(ids) - ifnull(any_value(in_other_days), 0))::BIGINT AS ids,
  max(back_ms) AS back_ms,
  min(closed_at) AS closed_at
FROM counter_days
LEFT JOIN (
  SELECT counter, count(*) - count(DISTINCT sequence) AS in_other_days FROM twice GROUP BY counter
) USING (counter)
GROUP BY counter
