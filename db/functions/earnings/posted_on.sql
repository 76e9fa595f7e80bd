-- The day from which a row counts as posted: that of its month's release, else the one it names. Nothing else decides
-- it.
create or replace function posted_on(market text, month date, available date) returns date language sql stable
parallel safe
return coalesce(release_day(market, month), available);
