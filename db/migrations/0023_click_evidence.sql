-- Up Migration
-- What a click is evidence by (docs/decisions/0034-contested-evidence.md). Both are null in clicks from before, which
-- keeps a partition as it lies.
create domain click_network as bytea check (length(value) = 16);
alter table clicks
  -- A digest of the day's salt with the address's /24 or /48: tells networks of one UTC day apart, and no more.
  add column network click_network,
  -- Of a view its own event id, of a press that of the view it names: a pair has one value.
  add column view_event_id uuid;
-- By which matching finds the other of a pair. Ids are made in order of time, so new ones lie together.
create index clicks_view_event on clicks (view_event_id) where view_event_id is not null;

drop function record_clicks(uuid[], text[], text[], uuid[], uuid[], uuid[], uuid[], bytea[], text[], text[], text[], text[],
  text[], timestamptz[]);
-- As in migration 0022, and what each click is evidence by.
create function record_clicks(
  product_ids uuid[], kinds text[], claims text[], event_ids uuid[], viewer_ids uuid[], visit_keys uuid[],
  earlier_visit_keys uuid[], visitors bytea[], referrers text[], user_agents text[], automations text[], sites text[],
  countries text[], networks bytea[], view_event_ids uuid[], times timestamptz[]
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
          referrers, user_agents, automations, sites, countries, networks, view_event_ids, times) with ordinality as c (
          product_id, kind, claim, event_id, viewer_id, visit_key, earlier_visit_key, visitor, referrer, user_agent,
          automation, site, country, network, view_event_id, clicked_at, n)
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
        insert into clicks (id, product_id, kind, outcome, automation, visitor, network, view_event_id, referrer, site,
          country, user_agent, clicked_at)
        select id, product_id, kind, outcome, automation, visitor, network, view_event_id, referrer, site, country,
          user_agent, clicked_at
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
  update click_totals t
  set clicks_count = t.clicks_count + cardinality(array_positions(gaining, t.product_id))
  where t.product_id = any (gaining);
  return answers;
end $$;
