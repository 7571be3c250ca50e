-- What is archived of each ad and not counted?
--
-- Temporary tables: archived, see audit-archived.sql; open (fate, counter, first, last), numbers that no counter
-- has recorded: MISSING, UNSETTLED in an ad's document, UNDER_WAY, UNREAD if the counter's document is older than
-- the event, or CANNOT_TELL if it cannot be read; listed (ad, counter, first, last), of these those that ads'
-- documents have. What is unsettled in another ad's document is missing.
CREATE OR REPLACE TEMPORARY TABLE uncounted AS
SELECT
  ad,
  count(*) FILTER (is_missing) AS missing,
  ifnull(sum(cost_of(kind, micros)) FILTER (is_missing), 0)::BIGINT AS cost,
  ifnull(sum(micros) FILTER (is_missing AND kind = 'budget'), 0)::BIGINT AS budget,
  bool_or(fate = 'CANNOT_TELL') AS is_unknown,
  bool_or(fate = 'UNREAD') AS is_unread
FROM (
  SELECT archived.*, fate, fate IN ('MISSING', 'UNSETTLED') AS is_missing
  FROM archived
  JOIN open ON open.counter = archived.counter AND sequence BETWEEN first AND last
  WHERE ad IS NOT NULL
) AS event
ANTI JOIN listed ON
  listed.ad = event.ad AND listed.counter = event.counter AND sequence BETWEEN listed.first AND listed.last
GROUP BY ad;

FROM uncounted ORDER BY ad
