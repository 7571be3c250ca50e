-- Which counters' numbers of a day are not all above those of earlier days, or not once each in the order of their
-- times? With the other days, and the numbers in which they meet.
CREATE OR REPLACE TABLE mixed AS
SELECT
  this.counter,
  other.day,
  if(other.day < this.day, this.first, other.first) AS first,
  if(other.day < this.day, other.last, this.last) AS last
FROM counter_day AS this
JOIN counter_day AS other USING (counter)
WHERE this.day = getvariable('day')
  AND CASE
    WHEN other.day < this.day THEN other.last >= this.first
    WHEN other.day > this.day THEN other.first <= this.last
    ELSE this.events > this.ids OR this.back_ms > 0
  END;
