-- The day from which a month counts as posted because Amazon paid: null where the calendar decides, infinity while the
-- day is unknown.
create or replace function release_day(market text, month date) returns date language sql stable parallel safe
return case when month is not null
    and (select rule from release_rules where from_month <= month order by id desc limit 1) = 'receipt'
  then coalesce((
    select released_on from month_releases r where (r.marketplace, r.earning_month) = (market, month)), 'infinity') end;
