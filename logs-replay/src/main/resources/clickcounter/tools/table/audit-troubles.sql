-- What of the files could not be used, first files that were not read to their end?
SELECT
  file,
  byte,
  kind,
  detail
FROM (
  SELECT
    file,
    read_bytes AS byte,
    if(ending = 'open', 'cut off', ending) AS kind,
    if(ending = 'open', 'an import of it was ended here: import it again', detail) AS detail
  FROM files
  WHERE ending <> 'whole'
  UNION ALL
  SELECT
    file,
    byte,
    'bad line' AS kind,
    reason AS detail
  FROM bad
)
ORDER BY kind = 'bad line', file, byte, detail
