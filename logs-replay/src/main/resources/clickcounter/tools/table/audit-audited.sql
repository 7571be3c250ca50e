-- Which events do the documents of some ads have to have?
--
-- Those that counters have recorded, and those that the ads' documents list as not recorded. Temporary tables:
-- archived, see audit-archived.sql; chunk (ad); listed, see audit-uncounted.sql.
--
-- The files are sorted by ad: between the first and the last one, little of them is read.
SET VARIABLE first_ad = (SELECT min(ad) FROM chunk);

SET VARIABLE last_ad = (SELECT max(ad) FROM chunk);

CREATE OR REPLACE TEMPORARY VIEW chunk_event AS
FROM archived
SEMI JOIN chunk USING (ad)
WHERE ad BETWEEN getvariable('first_ad') AND getvariable('last_ad');

CREATE OR REPLACE TEMPORARY TABLE listed_event AS
SELECT chunk_event.*
FROM chunk_event
JOIN listed ON
  listed.ad = chunk_event.ad AND listed.counter = chunk_event.counter AND sequence BETWEEN first AND last;

CREATE OR REPLACE TEMPORARY VIEW audited AS
FROM counted_of('chunk_event')
UNION ALL
FROM listed_event ANTI JOIN (FROM counted_of('listed_event')) USING (counter, sequence)
