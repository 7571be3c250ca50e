-- Which lines are no events, at which byte of their file's content, and why?
SELECT
  file,
  byte,
  'bad line' AS kind,
  reason AS detail,
  'bad line' AS finding,
  1 AS amount,
  file || ', byte ' || byte AS place
FROM bad
ORDER BY ALL
