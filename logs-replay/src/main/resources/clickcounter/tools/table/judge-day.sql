-- Which counted events may rules look at, and which clicks are judged? The day is from from_ms to before to_ms, and
-- rules look back to first_ms.
--
-- Verdicts are not among them, so rules find the same whatever was decided before; nor are numbers that two
-- different events have: nobody knows which of them was counted.
-- Temporary tables: counted, see there.
CREATE TEMPORARY TABLE day_event AS
SELECT counter, sequence, kind, ad, time_ms, micros, reason, visitor, agent, dims
FROM counted
ANTI JOIN twice USING (counter, sequence)
WHERE time_ms >= getvariable('first_ms')
  AND time_ms < getvariable('to_ms')
  AND ad IS NOT NULL
  AND clicked_counter IS NULL;

CREATE TEMPORARY TABLE clicks AS
SELECT * EXCLUDE (reason) FROM day_event WHERE kind = 'click' AND time_ms >= getvariable('from_ms')
