-- The ship date from which Fee-Earnings pays in a marketplace, by the latest decision; null where it does not.
create or replace function paying_date(of_marketplace text) returns date language sql stable parallel safe as $$
  select starts_on from paying_dates where marketplace = of_marketplace order by id desc limit 1
$$;
