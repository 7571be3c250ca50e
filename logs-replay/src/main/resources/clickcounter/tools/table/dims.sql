-- Which dimensions does each event have? A verdict has those of its click, which may be of another day.
--
-- The macro asks it of any view with the columns of events. Temporary tables: judged (counter, sequence), the clicks
-- of its verdicts; clicked_event, the events of all days in which such a click may be.
CREATE OR REPLACE TEMPORARY TABLE clicked AS
SELECT counter AS clicked_counter, sequence AS clicked_sequence, min(dims) AS clicked_dims
FROM clicked_event
SEMI JOIN judged USING (counter, sequence)
WHERE kind = 'click'
GROUP BY ALL;

CREATE OR REPLACE TEMPORARY MACRO dims_of(source) AS TABLE
SELECT each.* REPLACE (coalesce(each.dims, clicked_dims) AS dims)
FROM query_table(source) AS each
LEFT JOIN clicked USING (clicked_counter, clicked_sequence)
