-- Up Migration
-- What a click's story is told by: what kind of program a bot was, the site a reader came from, and the country where
-- an offline database tells it. Domains hold what checks of columns held: a partition's checks are read and prepared
-- anew for every statement, which cost as much as writing two clicks.
create domain click_kind as text check (value in ('view', 'outbound'));
create domain click_outcome as text check (value in ('counted', 'bot', 'owner', 'repeat', 'limited'));
create domain click_automation as text check (value in ('preview', 'prefetch', 'headless', 'crawler'));
create domain click_visitor as bytea check (length(value) = 32);
create domain click_text as text check (length(value) <= 500);
create domain click_country as text check (length(value) = 2);

drop index clicks_of_product;
alter table clicks
  drop constraint clicks_kind_check,
  drop constraint clicks_outcome_check,
  drop constraint clicks_visitor_check,
  drop constraint clicks_referrer_check,
  drop constraint clicks_user_agent_check,
  alter kind type click_kind,
  alter outcome type click_outcome,
  alter visitor type click_visitor,
  alter referrer type click_text,
  alter user_agent type click_text,
  add column automation click_automation,
  add column site click_text,
  add column country click_country,
  -- One index where there were two: clicks are looked for by product and time.
  drop constraint clicks_pkey,
  add primary key (product_id, clicked_at, id);

-- The start of the quarter of an hour (UTC) that holds `at`.
create function quarter_of(at timestamptz) returns timestamptz language sql immutable strict parallel safe
return date_bin('15 minutes', at, '2001-01-01 00:00:00+00');

-- What clicks add to the roll-ups: written with them in one transaction, one row for all of a batch that are alike, and
-- folded into the roll-ups later. Roll-ups and these together are always the sums of the rows, and no row is hot.
create table click_deltas (
  product_id uuid not null,
  quarter timestamptz not null,
  kind text not null,
  outcome text not null,
  automation text,
  site text,
  country text,
  clicks int not null
);
create index click_deltas_of_product on click_deltas (product_id);

insert into click_deltas (product_id, quarter, kind, outcome, clicks)
select product_id, quarter_of(clicked_at), kind, outcome, count(*) from clicks group by 1, 2, 3, 4;

-- Visits by one short key instead of three columns: their order is random, so what counts is how many fit into memory.
-- The key is the start of a digest of visitor, product and kind; src/clicks/visit-key.ts makes it.
create temporary table earlier_visits on commit drop as select * from click_visits;
drop table click_visits;
create table click_visits (
  key uuid primary key,
  counted_at timestamptz not null
);
create index click_visits_age on click_visits using brin (counted_at) with (autosummarize = on);
insert into click_visits
select encode(substr(sha256(convert_to(concat_ws(' ', encode(visitor, 'hex'), product_id, kind), 'UTF8')), 1, 16), 'hex')::uuid,
  counted_at
from earlier_visits;

-- An event keeps its outcome by itself: a statement that also names `clicks` prepares to read each of its partitions.
alter table click_events add column outcome click_outcome;
update click_events e set outcome = coalesce((
  -- A first click that is no longer kept: that it came again is still known.
  select outcome from clicks c where (c.product_id, c.clicked_at, c.id) = (e.product_id, e.clicked_at, e.click_id)
), 'repeat');
alter table click_events alter outcome set not null;

-- Records a batch of clicks in one transaction and says each one's outcome, in order; null for an unknown or deleted
-- product, and a retried event has the outcome of its first click.
--
-- `claims` is what the request alone decides (bot, limited, else counted); the product's owner and the repeat are found
-- here. No two clicks of a batch that claim to count have one visit key, and none one event: the recorder sees to it.
-- The first statement decides by reading and writes plainly what it decided. Where another node has written one of the
-- keys meanwhile, that is undone as a whole and decided again, with the other's commit in sight: no more often than
-- there are keys. Keys and counters are taken in order, so that nodes never deadlock; and counters last, so that a
-- product that all nodes count at once is held for no longer than a commit.
--
-- Arrays, since they come in binary form, which costs half of what reading JSON does. A function, because its plan is
-- kept: one for batches of every size. It may have been made while tables were empty, so each look-up is written in a way
-- that leaves no choice but the key: a plain join would be planned as reading the whole (empty) table once for all, and go
-- on so while the table fills, until the statistics are read anew.
drop function record_clicks(json);
create function record_clicks(
  product_ids uuid[], kinds text[], claims text[], event_ids uuid[], viewer_ids uuid[], visit_keys uuid[],
  earlier_visit_keys uuid[], visitors bytea[], referrers text[], user_agents text[], automations text[], sites text[],
  countries text[], times timestamptz[]
) returns text[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- A bitmap would lock counters and visits in the order in which they lie, an index does in that of their keys.
set enable_bitmapscan = off
as $$
declare
  -- Of all clicks, and of those recorded now alone.
  answers text[];
  outcomes text[];
  returned int;
  renewed int;
  -- The product of each view that counts.
  gaining uuid[];
begin
  for attempt in 0 .. 2 * cardinality(product_ids) loop
    begin
      with incoming as materialized (
        select c.*, uuidv7() as id, v.counted_at as last_counted_at, e.outcome as first_outcome,
          case
            when p.id is null then null
            when c.claim = 'bot' then 'bot'
            when c.viewer_id = p.user_id then 'owner'
            when c.claim = 'limited' then 'limited'
            when v.counted_at > c.clicked_at - interval '30 minutes' then 'repeat'
            -- After midnight a visitor has a new hash; for half an hour the earlier one still tells a repeat.
            when c.earlier_visit_key is not null and exists (
              select from click_visits v
              where v.key = c.earlier_visit_key and v.counted_at > c.clicked_at - interval '30 minutes'
            ) then 'repeat'
            else 'counted'
          end as outcome
        from unnest(product_ids, kinds, claims, event_ids, viewer_ids, visit_keys, earlier_visit_keys, visitors,
          referrers, user_agents, automations, sites, countries, times) with ordinality as c (product_id, kind, claim,
          event_id, viewer_id, visit_key, earlier_visit_key, visitor, referrer, user_agent, automation, site, country,
          clicked_at, n)
        left join lateral (
          select id, user_id from products where id = c.product_id and deleted_at is null limit 1
        ) p on true
        left join lateral (
          select outcome from click_events
          where (event_id, product_id, kind) = (c.event_id, p.id, c.kind) limit 1
        ) e on true
        left join lateral (select counted_at from click_visits where key = c.visit_key limit 1) v on true
      ), event as (
        insert into click_events (event_id, product_id, kind, click_id, clicked_at, outcome)
        select event_id, product_id, kind, id, clicked_at, outcome
        from incoming
        where event_id is not null and outcome is not null and first_outcome is null
        order by event_id, product_id, kind
      ), visit as (
        insert into click_visits (key, counted_at)
        select visit_key, clicked_at
        from incoming
        where outcome = 'counted' and first_outcome is null and last_counted_at is null
        order by visit_key
      ), returning_visitor as materialized (
        select visit_key, last_counted_at, clicked_at
        from incoming
        where outcome = 'counted' and first_outcome is null and last_counted_at is not null
      ), visit_again as (
        update click_visits v
        set counted_at = (select clicked_at from returning_visitor where visit_key = v.key)
        where v.key = any (array(select visit_key from returning_visitor))
          and v.counted_at = (select last_counted_at from returning_visitor where visit_key = v.key)
        returning v.key
      ), written as (
        insert into clicks (id, product_id, kind, outcome, automation, visitor, referrer, site, country, user_agent,
          clicked_at)
        select id, product_id, kind, outcome, automation, visitor, referrer, site, country, user_agent, clicked_at
        from incoming
        where outcome is not null and first_outcome is null
      ), summed as (
        insert into click_deltas (product_id, quarter, kind, outcome, automation, site, country, clicks)
        select product_id, quarter_of(clicked_at), kind, outcome, automation, site, country, count(*)
        from incoming
        where outcome is not null and first_outcome is null
        group by 1, 2, 3, 4, 5, 6, 7
      )
      select array_agg(coalesce(first_outcome, outcome) order by n),
        array_agg(case when first_outcome is null then outcome end order by n),
        (select count(*) from returning_visitor),
        (select count(*) from visit_again)
      into answers, outcomes, returned, renewed
      from incoming;

      if renewed < returned then
        raise unique_violation using message = 'A visit was counted or swept meanwhile';
      end if;
      exit;
    exception when unique_violation then
      if attempt = 2 * cardinality(product_ids) then
        raise;
      end if;
    end;
  end loop;

  select array_agg(product_id) into gaining
  from unnest(product_ids, kinds, outcomes) as c (product_id, kind, outcome)
  where outcome = 'counted' and kind = 'view';
  update earnings e
  set clicks_count = e.clicks_count + cardinality(array_positions(gaining, e.product_id))
  where e.product_id = any (gaining);
  return answers;
end $$;

-- As in migration 0004, but while nobody uses clicks. A session that reads which partitions there are at the moment
-- another commits a new one may remember the list without it (PostgreSQL 18), with no error: it would go on writing that
-- month's clicks to the default partition, where others do not look for them. So this waits for all to finish; not for long,
-- since new clicks wait behind it: whoever reads clicks for longer, such as a backup, makes it fail, to be tried again.
create or replace function ensure_clicks_partition(day date) returns text language plpgsql
set lock_timeout = '200ms'
as $$
declare
  since timestamptz := date_trunc('month', day::timestamp) at time zone 'UTC';
  until timestamptz := (date_trunc('month', day::timestamp) + interval '1 month') at time zone 'UTC';
  part text := 'clicks_' || to_char(day, 'YYYY_MM');
begin
  if to_regclass(part) is not null then
    return part;
  end if;
  lock table only clicks in access exclusive mode;
  if to_regclass(part) is null then
    execute format('create table %I (like clicks including all)', part);
    execute format(
      'with moved as (delete from clicks_default where clicked_at >= %L and clicked_at < %L returning *)
       insert into %I select * from moved', since, until, part);
    execute format('alter table clicks attach partition %I for values from (%L) to (%L)', part, since, until);
  end if;
  return part;
end $$;
