-- The day from which a row counts as posted: that of its month's release, else the day that it names. The one place
-- that says so.
create or replace function posted_on(market text, month date, available date) returns date language sql stable
parallel safe
return coalesce(release_day(market, month), available);
