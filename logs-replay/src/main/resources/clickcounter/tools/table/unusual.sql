-- Of which values of a dimension did the share of clicks change most, by ad: in the newest time of the events of a
-- view beside the time before, which is forgotten by half in so many days?
--
-- A click's weight is halved each half_life_days before from_ms. surprise is G2 of Dunning 1993 ("Accurate Methods for
-- the Statistics of Surprise and Coincidence"), of the 2 by 2 table of this value or another, and now or usually. The view
-- has the columns of events; all ads together if ad is NULL in it.
CREATE OR REPLACE TEMPORARY MACRO part_of_g2(k, expected) AS if(k > 0, k * ln(k / expected), 0);

CREATE OR REPLACE TEMPORARY MACRO g2(k1, n1, k2, n2) AS
  2 * (
    part_of_g2(k1, n1 * (k1 + k2) / (n1 + n2))
    + part_of_g2(n1 - k1, n1 * (n1 + n2 - k1 - k2) / (n1 + n2))
    + part_of_g2(k2, n2 * (k1 + k2) / (n1 + n2))
    + part_of_g2(n2 - k2, n2 * (n1 + n2 - k1 - k2) / (n1 + n2))
  );

CREATE OR REPLACE TEMPORARY MACRO unusual(source, dimension, from_ms, half_life_days) AS TABLE
WITH sums AS (
  SELECT
    ad,
    value_of(dims, dimension) AS value,
    count(*) FILTER (time_ms >= from_ms) AS clicks,
    coalesce(sum(0.5 ** ((from_ms - time_ms) / 86_400_000 / half_life_days)) FILTER (time_ms < from_ms), 0) AS usual
  FROM query_table(source)
  WHERE kind IN ('click', 'filtered-click')
  GROUP BY ALL
),
shares AS (
  SELECT
    *,
    (sum(clicks) OVER ads)::BIGINT AS all_clicks,
    sum(usual) OVER ads AS all_usual
  FROM sums
  WINDOW ads AS (PARTITION BY ad)
)
SELECT
  ad,
  value,
  clicks,
  usual,
  clicks / all_clicks AS share,
  usual / all_usual AS usual_share,
  g2(clicks, all_clicks, usual, all_usual) AS surprise
FROM shares
WHERE all_clicks > 0 AND all_usual > 0
