-- Which lines are no events, at which byte of their file's content, and why?
SELECT
  file,
  byte,
  reason,
  'bad line' AS finding,
  1 AS amount,
  file || ', byte ' || byte AS place,
  reason AS detail
FROM bad
ORDER BY ALL
