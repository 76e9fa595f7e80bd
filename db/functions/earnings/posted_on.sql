-- The day from which rows of a month count as posted: by the calendar the day that they name. The one place that says so.
-- The day from which a row counts as posted. The one place that says so.
create or replace function posted_on(market text, month date, available date) returns date language sql stable
parallel safe
return coalesce(release_day(market, month), available);
