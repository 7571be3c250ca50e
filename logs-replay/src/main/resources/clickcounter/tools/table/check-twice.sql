-- Which numbers have two or more events with different content, and in which fields do these differ?
SELECT
  counter,
  sequence,
  count(*) AS events,
  concat_ws(
    ', ',
    if(min(kind) <> max(kind), 'type', NULL),
    if(min(ifnull(ad, '')) <> max(ifnull(ad, '')), 'adId', NULL),
    if(min(time_ms) <> max(time_ms), 'timestamp', NULL),
    if(min(micros) <> max(micros), 'costMicros or budgetMicros', NULL),
    if(count(DISTINCT (clicked_counter, clicked_sequence)) > 1, 'clickId', NULL),
    if(min(ifnull(author, '')) <> max(ifnull(author, '')), 'author', NULL),
    if(min(ifnull(reason, '')) <> max(ifnull(reason, '')), 'reason', NULL),
    if(min(ifnull(visitor, '')) <> max(ifnull(visitor, '')), 'visitor', NULL),
    if(min(ifnull(agent, '')) <> max(ifnull(agent, '')), 'agent', NULL),
    if(min(ifnull(dims, '')) <> max(ifnull(dims, '')), 'dims', NULL)
  ) AS fields,
  'different' AS finding,
  1 AS amount,
  counter || ':' || sequence AS place,
  amount(count(*), 'event') || ' with this number differ in ' || fields
    || ': only one of them is counted. events explain ID PATH shows them' AS detail
FROM events
SEMI JOIN twice USING (counter, sequence)
GROUP BY counter, sequence
ORDER BY ALL
