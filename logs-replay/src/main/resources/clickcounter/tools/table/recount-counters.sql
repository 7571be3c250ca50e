-- Which numbers of the wanted counters count, as ranges, what is the latest time, and is the close among them?
--
-- Temporary tables: wanted, left_out, uneven, see there; uneven_event (counter, sequence, time_ms), its events.
WITH island AS (
  SELECT *, sequence - row_number() OVER (PARTITION BY counter ORDER BY sequence) AS island
  FROM uneven_event AS event
  ANTI JOIN left_out ON
    left_out.counter = event.counter AND sequence >= left_out.first AND sequence <= left_out.last
  WHERE time_ms >= getvariable('earliest_ms') AND time_ms <= getvariable('latest_ms')
),
ranges AS (
  SELECT counter, 0 AS first, last, max_ms AS last_ms
  FROM counter_totals
  ANTI JOIN uneven USING (counter)
  WHERE getvariable('wants_all') = 1 OR counter IN (SELECT counter FROM wanted)
  UNION ALL
  SELECT counter, min(sequence), max(sequence), max(time_ms) FROM island GROUP BY counter, island
)
SELECT
  counter,
  first,
  last,
  max(last_ms) OVER counter AS last_ms,
  bool_or(closed_at BETWEEN first AND last) OVER counter AS is_closed
FROM ranges
JOIN (SELECT counter, closed_at FROM counter_totals) USING (counter)
WINDOW counter AS (PARTITION BY counter)
ORDER BY counter, first
