-- What did the author and others decide on the judged clicks, of all that is archived? A verdict with another ad or
-- cost than its click's is on none.
--
-- in_force: invalidations less reinstatements. Temporary tables: clicks, day_event, see judge-day.sql.
CREATE TEMPORARY TABLE decided AS
SELECT
  counter,
  sequence,
  sum(change) AS in_force,
  sum(change) FILTER (author = getvariable('author')) AS own_in_force,
  bool_or(change < 0 AND author <> getvariable('author')) AS is_given_back
FROM (
  SELECT clicks.counter, clicks.sequence, author, sum(if(verdict.kind = 'invalidation', 1, -1)) AS change
  FROM (
    SELECT DISTINCT counter, sequence, kind, ad, micros, clicked_counter, clicked_sequence, author
    FROM events
    WHERE clicked_counter IS NOT NULL
  ) AS verdict
  JOIN clicks ON
    clicks.counter = clicked_counter
    AND clicks.sequence = clicked_sequence
    AND clicks.ad = verdict.ad
    AND clicks.micros = verdict.micros
  GROUP BY ALL
)
GROUP BY ALL;

CREATE TEMPORARY TABLE found (counter VARCHAR, sequence BIGINT, reason VARCHAR);

-- From here on, rules see the day alone.
CREATE TEMPORARY VIEW events AS FROM day_event;
CREATE TEMPORARY VIEW impressions AS FROM day_event WHERE kind = 'impression'
