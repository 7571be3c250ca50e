-- In which fields do the documents of ads differ from the sums of their events?
--
-- Temporary tables: expected, see audit-sums.sql; document (ad, field, value), without what is nothing.
SELECT
  ad,
  field,
  ifnull(expected_value, nothing) AS expected,
  ifnull(found_value, nothing) AS actual
FROM (
  SELECT
    ad,
    field,
    expected.value AS expected_value,
    document.value AS found_value,
    CASE
      WHEN field = 'state' THEN 'unfunded'
      WHEN field LIKE 'hour %' THEN 'impressions 0, clicks 0, costMicros 0'
      ELSE '0'
    END AS nothing
  FROM expected
  FULL JOIN document USING (ad, field)
  WHERE expected.value IS DISTINCT FROM document.value
)
ORDER BY
  ad,
  list_position(
    [
      'state', 'budgetMicros', 'costMicros', 'spentMicros', 'clicks', 'impressions', 'filtered', 'invalidated',
      'invalidatedMicros', 'firstEventAt', 'lastEventAt', 'ranking', 'hour'
    ],
    regexp_extract(field, '^[a-zA-Z]+')
  ),
  field
