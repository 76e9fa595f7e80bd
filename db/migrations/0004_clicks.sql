-- Up Migration
-- No foreign key to products: clicks outlive them and are written in bulk.
create table clicks (
  id uuid not null default uuidv7(),
  product_id uuid not null,
  kind text not null check (kind in ('view', 'outbound')),
  outcome text not null check (outcome in ('counted', 'bot', 'owner', 'repeat', 'limited')),
  visitor bytea not null check (length(visitor) = 32),
  referrer text check (length(referrer) <= 500),
  user_agent text check (length(user_agent) <= 500),
  clicked_at timestamptz not null,
  primary key (clicked_at, id)
) partition by range (clicked_at);
create index clicks_of_product on clicks (product_id, clicked_at);

create table clicks_default partition of clicks default;

-- Makes the partition of the month (UTC) that holds `day`, unless it is there, and moves that month's rows out of the
-- default partition. Attaching, unlike creating in place, lets clicks of other months be written meanwhile.
create function ensure_clicks_partition(day date) returns text language plpgsql as $$
declare
  since timestamptz := date_trunc('month', day::timestamp) at time zone 'UTC';
  until timestamptz := (date_trunc('month', day::timestamp) + interval '1 month') at time zone 'UTC';
  part text := 'clicks_' || to_char(day, 'YYYY_MM');
begin
  if to_regclass(part) is not null then
    return part;
  end if;
  -- One at a time; only a table's lock, not an advisory one, also lets this session see what the other has made.
  lock table clicks_default in access exclusive mode;
  if to_regclass(part) is null then
    execute format('create table %I (like clicks including all)', part);
    execute format(
      'with moved as (delete from clicks_default where clicked_at >= %L and clicked_at < %L returning *)
       insert into %I select * from moved', since, until, part);
    execute format('alter table clicks attach partition %I for values from (%L) to (%L)', part, since, until);
  end if;
  return part;
end $$;
select ensure_clicks_partition((date_trunc('month', now()) + make_interval(months => m))::date)
from generate_series(0, 3) as m;

-- The client's event ids: a retried click is answered with the outcome of the first, not recorded again. The click
-- they point to says which. Swept after two days, like visits: found by age through BRIN, which costs a click nothing.
create table click_events (
  event_id uuid not null,
  product_id uuid not null,
  kind text not null,
  click_id uuid not null,
  clicked_at timestamptz not null,
  primary key (event_id, product_id, kind)
);
create index click_events_age on click_events using brin (clicked_at) with (autosummarize = on);

-- The click by which a visitor last counted for a product and kind: the unique key decides a repeat, also between
-- nodes that record at the same moment.
create table click_visits (
  visitor bytea not null,
  product_id uuid not null,
  kind text not null,
  click_id uuid not null,
  counted_at timestamptz not null,
  primary key (visitor, product_id, kind)
);
create index click_visits_age on click_visits using brin (counted_at) with (autosummarize = on);

-- Random salts of the visitor hash, one a UTC day, destroyed after 48 hours.
create table click_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- Records a batch of clicks in one statement, so in one round trip and one commit, and says each one's outcome.
-- A click of an unknown or deleted product is left out; a retried event has no outcome here: its first one stands in
-- the click that click_events names, which another node may just have committed, so it is read by a later statement.
-- `claim` is what the request alone decides (bot, limited, else counted); the product's owner and the repeat are
-- found here. Keys are taken in order (events, visits, counters, each sorted), so that nodes never deadlock.
-- A function, because its plan is kept: planning cost a quarter of a batch of 32. Its lookups are by key whatever the
-- statistics say, since the plan may have been made while the tables were empty.
create function record_clicks(batch json) returns table (click_number int, click_outcome text)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
  with incoming as materialized (
    select c.*, uuidv7() as id,
      case
        when c.claim = 'bot' then 'bot'
        when c.viewer_id = p.user_id then 'owner'
        when c.claim = 'limited' then 'limited'
        -- After midnight a visitor has a new hash; for half an hour the earlier one still tells a repeat.
        when exists (
          select from click_visits v
          where v.visitor = c.earlier_visitor and v.product_id = c.product_id and v.kind = c.kind
            and v.counted_at > c.clicked_at - interval '30 minutes'
        ) then 'repeat'
        else 'counted'
      end as verdict
    from json_to_recordset(batch) as c (
      n int, event_id uuid, product_id uuid, kind text, claim text, viewer_id uuid, visitor bytea,
      earlier_visitor bytea, referrer text, user_agent text, clicked_at timestamptz)
    join products p on p.id = c.product_id and p.deleted_at is null
  ), event as (
    insert into click_events (event_id, product_id, kind, click_id, clicked_at)
    select event_id, product_id, kind, id, clicked_at
    from incoming
    where event_id is not null
    order by event_id, product_id, kind
    on conflict do nothing
    returning click_id
  ), fresh as materialized (
    select * from incoming where event_id is null or id in (select click_id from event)
  ), visit as (
    insert into click_visits as v (visitor, product_id, kind, click_id, counted_at)
    select distinct on (visitor, product_id, kind) visitor, product_id, kind, id, clicked_at
    from fresh
    where verdict = 'counted'
    order by visitor, product_id, kind, n
    on conflict (visitor, product_id, kind) do update
      set click_id = excluded.click_id, counted_at = excluded.counted_at
      where v.counted_at <= excluded.counted_at - interval '30 minutes'
    returning click_id
  ), decided as materialized (
    select *, case when verdict = 'counted' and id not in (select click_id from visit) then 'repeat'
      else verdict end as outcome
    from fresh
  ), written as (
    insert into clicks (id, product_id, kind, outcome, visitor, referrer, user_agent, clicked_at)
    select id, product_id, kind, outcome, visitor, referrer, user_agent, clicked_at from decided
  ), gained as materialized (
    select product_id, count(*) as clicks
    from decided
    where outcome = 'counted' and kind = 'view'
    group by product_id
    order by product_id
  ), counter as (
    update earnings e set clicks_count = e.clicks_count + g.clicks
    from gained g
    where e.product_id = g.product_id
  )
  select n, outcome from decided
  union all
  select n, null from incoming where event_id is not null and id not in (select click_id from event);
end $$;
