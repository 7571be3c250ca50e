-- What is the highest number of a counter, and that of its first close event? -1 if it has none.
SELECT last, ifnull(closed_at, -1) AS closed_at
FROM counter_totals
WHERE counter = getvariable('counter')
