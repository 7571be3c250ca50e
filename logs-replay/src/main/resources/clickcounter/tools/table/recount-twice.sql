-- Which one of several events with one number counts? Nobody knows which one was counted: the first ad and content
-- is taken, in each recount the same.
--
-- Temporary tables: twice_day, the events of all days in which such a number stands.
CREATE OR REPLACE TEMPORARY TABLE first_of_twice AS
SELECT counter, sequence, unnest(event)
FROM (
  SELECT
    counter,
    sequence,
    min({'ad': ad, 'kind': kind, 'time_ms': time_ms, 'micros': micros, 'reason': reason}) AS event
  FROM twice_day
  SEMI JOIN twice USING (counter, sequence)
  GROUP BY counter, sequence
)
