-- How are amounts of money, numbers of things, ranges, times and values of dimensions written for a person? As
-- Texts does.
--
CREATE OR REPLACE TEMPORARY MACRO money(micros) AS
  micros // 1000000 || regexp_replace('.' || lpad((micros % 1000000)::VARCHAR, 6, '0'), '(\.\d\d\d*?)0*$', '\1');

CREATE OR REPLACE TEMPORARY MACRO amount(number, one) AS
  format('{:,}', number) || ' ' || one || if(number = 1, '', 's');

CREATE OR REPLACE TEMPORARY MACRO id_range(low, high) AS
  if(low = high, low::VARCHAR, low || '..' || high);

CREATE OR REPLACE TEMPORARY MACRO value_of(dims, dimension) AS
  coalesce(json_extract_string(dims, '$.' || dimension), '(none)');

CREATE OR REPLACE TEMPORARY MACRO written_time(ms) AS
  strftime(epoch_ms(ms), '%Y-%m-%dT%H:%M:%SZ')
