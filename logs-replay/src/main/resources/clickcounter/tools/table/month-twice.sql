-- Which counted numbers have several events, of which one is in the sums of the month from from_ms to before to_ms?
--
-- Temporary tables: counted, late, see there.
SELECT DISTINCT
  counter,
  sequence,
  'two different events have this number: find out which one is right, leave the other one''s file out of the archives,'
    || ' and import them into another ops.table' AS text
FROM counted_of('twice')
WHERE
  (
    day >= epoch_ms(getvariable('from_ms'))::DATE::VARCHAR
    AND day < epoch_ms(getvariable('to_ms'))::DATE::VARCHAR
  )
  OR (counter, sequence) IN (SELECT (counter, sequence) FROM late)
ORDER BY ALL
