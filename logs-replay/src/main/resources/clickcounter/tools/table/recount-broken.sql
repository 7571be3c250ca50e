-- Of which files is it not known what else they have?
SELECT file, detail FROM files WHERE ending NOT IN ('whole', 'half line') ORDER BY file
