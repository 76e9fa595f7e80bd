-- The month of a moment, as its first day.
create or replace function month_of(at timestamptz) returns date language sql stable parallel safe as $$
  select m::date from unnest(array[-1, 0, 1]) n
    cross join lateral (select date_trunc('month', at at time zone 'UTC') + n * interval '1 month' as m) near
  where (month_begins(m::date)).begins_at <= at
  order by m desc limit 1
$$;
