-- What has each ad cost, and what is its budget, at the end of a month?
--
-- Temporary tables: opening, month, see there.
CREATE OR REPLACE TEMPORARY VIEW totals AS
SELECT ad, cost_micros, budget_micros FROM opening ANTI JOIN month USING (ad)
UNION ALL
SELECT ad, total_cost_micros, total_budget_micros FROM month
ORDER BY ad
