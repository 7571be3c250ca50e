-- Which files were not read to their end, from which byte of their content on, and why?
SELECT file, read_bytes, ending, detail
FROM files
WHERE ending <> 'whole'
ORDER BY file
