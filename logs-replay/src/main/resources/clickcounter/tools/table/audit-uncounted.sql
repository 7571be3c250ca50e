-- What is archived of each ad and not counted?
--
-- Temporary tables: archived, see audit-archived.sql; open (state, counter, first, last), numbers that no counter
-- has recorded: missing, in_flight, unread if the counter's document is older than the event, or unknown if it
-- cannot be read; listed (ad, counter, first, last), of these those that ads' documents have.
CREATE OR REPLACE TEMPORARY TABLE uncounted AS
SELECT
  ad,
  count(*) FILTER (state = 'missing') AS missing,
  ifnull(sum(cost_of(kind, micros)) FILTER (state = 'missing'), 0)::BIGINT AS cost,
  ifnull(sum(micros) FILTER (state = 'missing' AND kind = 'budget'), 0)::BIGINT AS budget,
  bool_or(state = 'unknown') AS is_unknown,
  bool_or(state = 'unread') AS is_unread
FROM (
  SELECT archived.*, state
  FROM archived
  JOIN open ON open.counter = archived.counter AND sequence BETWEEN first AND last
  WHERE ad IS NOT NULL
) AS event
ANTI JOIN listed ON
  listed.ad = event.ad AND listed.counter = event.counter AND sequence BETWEEN listed.first AND listed.last
GROUP BY ad;

FROM uncounted ORDER BY ad
