-- The first moment of a month in the time zone of its days.
create or replace function month_begins(month date, out begins_at timestamptz, out zone text) language sql stable parallel safe as $$
  select coalesce(case when z.from_month = month then z.begins_at else month::timestamp at time zone z.zone end,
    month::timestamp at time zone 'UTC'), coalesce(z.zone, 'UTC')
  from (values (1)) one left join lateral (
    select c.from_month, c.zone, c.begins_at from calendar_zones c where c.from_month <= month
    order by c.from_month desc, c.id desc limit 1
  ) z on true
$$;
