-- How many events of how many counters are there, and how many of these counters have a close event?
--
SELECT
  ifnull(sum(events), 0)::BIGINT AS events,
  count(*) AS counters,
  count(closed_at) AS closed
FROM counter_totals
