-- Which events have a time that is earlier than that of a lower number, by more than most_backwards_ms?
--
SELECT
  counter,
  sequence,
  latest_ms - time_ms AS back_ms,
  'backwards' AS finding,
  1 AS amount,
  counter || ':' || sequence AS place,
  'it is ' || back_ms || ' ms before one with a lower number' AS detail
FROM (
  SELECT
    counter,
    sequence,
    time_ms,
    max(time_ms) OVER (
      PARTITION BY counter ORDER BY sequence RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS latest_ms
  FROM events
  SEMI JOIN (
    SELECT counter FROM counter_totals WHERE back_ms > getvariable('most_backwards_ms')
  ) USING (counter)
)
WHERE latest_ms - time_ms > getvariable('most_backwards_ms')
ORDER BY ALL
