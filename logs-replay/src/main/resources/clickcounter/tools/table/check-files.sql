-- Which files were not read to their end, from which byte of their content on, and why?
SELECT
  file,
  read_bytes AS byte,
  if(ending = 'open', 'cut off', ending) AS kind,
  if(ending = 'open', 'an import of it was ended here: import it again', detail) AS detail,
  if(ending = 'open', 'cut off', ending) AS finding,
  1 AS amount,
  file || ', byte ' || read_bytes AS place
FROM files
WHERE ending <> 'whole'
ORDER BY file
