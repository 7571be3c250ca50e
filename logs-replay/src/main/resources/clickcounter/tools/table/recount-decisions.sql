-- What did operators decide about which numbers of which counters? A decision about all numbers from one on has
-- the highest number that there is.
SELECT DISTINCT
  counter,
  sequence,
  time_ms,
  kind = 'reopen' AS is_reopening,
  clicked_counter AS target,
  clicked_sequence AS first,
  micros AS last,
  reason
FROM events
WHERE kind IN ('writeOff', 'reopen')
ORDER BY ALL
