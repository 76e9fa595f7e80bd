-- Up Migration
-- In which time zone months and years of statements and payouts begin (docs/product/earnings.md#statements): the reports',
-- from the month after the one in which that was first known. A change is of months that have not begun, so nothing that
-- was stated moves. The newest word on a month holds; before the first one it is UTC.
create table calendar_zones (
  id bigint primary key generated always as identity,
  from_month date not null check (extract(day from from_month) = 1),
  zone text not null,
  -- The first moment of that month in this zone, whatever becomes known of the zone later.
  begins_at timestamptz not null,
  noticed_at timestamptz not null,
  constraint calendar_zones_ahead check (begins_at > noticed_at)
);
create trigger calendar_zones_append_only before update or delete on calendar_zones
  for each row execute function refuse_change();
create trigger calendar_zones_keep before truncate on calendar_zones
  for each statement execute function refuse_change();

-- The first moment of a month, and the zone of its days.
create function month_begins(month date, out begins_at timestamptz, out zone text) language sql stable parallel safe as $$
  select coalesce(case when z.from_month = month then z.begins_at else month::timestamp at time zone z.zone end,
    month::timestamp at time zone 'UTC'), coalesce(z.zone, 'UTC')
  from (values (1)) one left join lateral (
    select c.from_month, c.zone, c.begins_at from calendar_zones c where c.from_month <= month
    order by c.from_month desc, c.id desc limit 1
  ) z on true
$$;

-- The month of a moment, as its first day.
create function month_of(at timestamptz) returns date language sql stable parallel safe as $$
  select m::date from unnest(array[-1, 0, 1]) n
    cross join lateral (select date_trunc('month', at at time zone 'UTC') + n * interval '1 month' as m) near
  where (month_begins(m::date)).begins_at <= at
  order by m desc limit 1
$$;
