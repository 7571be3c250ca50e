-- Which lines are no events, at which byte of their file's content, and why?
SELECT file, byte, reason
FROM bad
ORDER BY ALL
