-- What did operators decide about which numbers of which counters? A decision about all numbers from one on has
-- the highest number that there is.
SELECT DISTINCT
  counter AS counter_id,
  sequence,
  time_ms AS timestamp_ms,
  kind = 'reopen' AS reopen,
  clicked_counter AS target_counter_id,
  clicked_sequence AS "from",
  micros AS "to",
  reason
FROM events
WHERE kind IN ('writeOff', 'reopen')
ORDER BY ALL
