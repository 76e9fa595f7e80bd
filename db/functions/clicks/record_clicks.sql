-- Records a batch of clicks in one transaction and returns each one's outcome, in order; null for a product that is
-- unknown, deleted or withheld. A retried event gets the outcome of its first click.
--
-- `claims` is what the request alone decides (bot, limited, else counted). The owner and repeats are found here. A
-- `place` stands for address prefix, product and kind, a `mark` for the visitor; both are digests that change at
-- midnight, so for half an hour a click brings the earlier ones too. At most five visitors of a place count within 30
-- minutes (docs/decisions/0006): each takes one of its five slots in `click_visits`. The recorder makes sure that no
-- two clicks of a batch that claim to count share a place or an event.
--
-- The first statement reads and decides; the rest writes the decision. If another node has written one of the keys
-- meanwhile, everything is undone and decided again, now with the other's commit in sight; that happens at most as
-- often as there are keys. Keys and counters are taken in order, so that nodes never deadlock. Counters come last, so
-- that a product that all nodes count at once is locked for no longer than a commit.
--
-- Arrays come in binary form, which costs half as much as reading JSON. It is a function so that its plan is kept, one
-- for batches of every size. That plan may have been made while tables were empty, so each look-up leaves no choice but
-- the key: a plain join would be planned as a read of the whole (empty) table and stay so while the table fills.
create or replace function record_clicks(
  product_ids uuid[], kinds text[], claims text[], event_ids uuid[], viewer_ids uuid[], places bigint[],
  marks bigint[], earlier_places bigint[], earlier_marks bigint[], visitors bytea[], referrers text[], user_agents text[], automations text[], sites text[],
  countries text[], networks bytea[], view_event_ids uuid[], through_links text[], times timestamptz[]
) returns text[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- A bitmap scan would lock counters and visits in the order of the heap; an index scan locks them in the order of their
-- keys.
set enable_bitmapscan = off
as $$
declare
  -- Outcomes of all clicks, then of those recorded by this call alone (null for a retry).
  answers text[];
  outcomes text[];
  returned int;
  renewed int;
  -- The product of each counted view.
  gaining uuid[];
begin
  for attempt in 0 .. 7 * cardinality(product_ids) loop
    begin
      with incoming as materialized (
        select c.*, uuidv7() as id, v.slots, v.taken, v.free_slot, e.outcome as first_outcome,
          -- Of a list's links only one that stands for this product; whatever else is named is ignored.
          case when c.through_link is not null then (
            select short_link_id from list_links where short_link_id = c.through_link and product_id = p.id
          ) end as list_link,
          case
            when p.id is null then null
            when c.claim = 'bot' then 'bot'
            when c.viewer_id = p.user_id then 'owner'
            when c.claim = 'limited' then 'limited'
            when v.own_at > c.clicked_at - interval '30 minutes' then 'repeat'
            -- After midnight place and mark are new digests; for half an hour the earlier ones count as well.
            when c.earlier_place is not null and exists (
              select from click_visits v where v.place = c.earlier_place and v.visitor = c.earlier_mark
                and v.counted_at > c.clicked_at - interval '30 minutes'
            ) then 'repeat'
            when v.taken + case when c.earlier_place is null then 0 else (
              select count(*) from click_visits v
              where v.place = c.earlier_place and v.counted_at > c.clicked_at - interval '30 minutes'
            ) end >= 5 then 'limited'
            else 'counted'
          end as outcome
        from unnest(product_ids, kinds, claims, event_ids, viewer_ids, places, marks, earlier_places, earlier_marks,
          visitors, referrers, user_agents, automations, sites, countries, networks, view_event_ids,
          through_links, times) with ordinality as c (
          product_id, kind, claim, event_id, viewer_id, place, mark, earlier_place, earlier_mark, visitor, referrer,
          user_agent, automation, site, country, network, view_event_id, through_link, clicked_at, n)
        left join lateral (
          select id, user_id from products where id = c.product_id and deleted_at is null and not withheld limit 1
        ) p on true
        left join lateral (
          select outcome from click_events
          where (event_id, product_id, kind) = (c.event_id, p.id, c.kind) limit 1
        ) e on true
        left join lateral (
          select count(*) as slots, count(*) filter (where counted_at > c.clicked_at - interval '30 minutes') as taken,
            max(counted_at) filter (where visitor = c.mark) as own_at, coalesce(max(slot) + 1, 0) as free_slot
          from click_visits where place = c.place
        ) v on true
      ), event as (
        insert into click_events (event_id, product_id, kind, click_id, clicked_at, outcome)
        select event_id, product_id, kind, id, clicked_at, outcome
        from incoming
        where event_id is not null and outcome is not null and first_outcome is null
        order by event_id, product_id, kind
      ), visit as (
        insert into click_visits (place, slot, visitor, counted_at)
        select place, free_slot, mark, clicked_at
        from incoming
        where outcome = 'counted' and first_outcome is null and taken = slots
        order by place
      ), reused as materialized (
        -- The visitor's own slot, else the one that has been free the longest.
        select place, mark, clicked_at, s.slot, s.counted_at as last_counted_at
        from incoming i cross join lateral (
          select slot, counted_at from click_visits v
          where v.place = i.place order by v.visitor = i.mark desc, counted_at limit 1
        ) s
        where outcome = 'counted' and first_outcome is null and taken < slots
      ), visit_again as (
        update click_visits v
        set counted_at = (select clicked_at from reused where place = v.place),
          visitor = (select mark from reused where place = v.place)
        where v.place = any (array(select place from reused))
          and (v.slot, v.counted_at) = (select slot, last_counted_at from reused where place = v.place)
        returning v.place
      ), written as (
        insert into clicks (id, product_id, kind, outcome, automation, visitor, network, view_event_id, referrer, site,
          country, user_agent, list_link, clicked_at)
        select id, product_id, kind, outcome, automation, visitor, network, view_event_id, referrer, site, country,
          user_agent, list_link, clicked_at
        from incoming
        where outcome is not null and first_outcome is null
      ), summed as (
        insert into click_deltas (product_id, quarter, kind, outcome, automation, site, country, list_link, clicks)
        select product_id, quarter_of(clicked_at), kind, outcome, automation, site, country, list_link, count(*)
        from incoming
        where outcome is not null and first_outcome is null
        group by 1, 2, 3, 4, 5, 6, 7, 8
      )
      select array_agg(coalesce(first_outcome, outcome) order by n),
        array_agg(case when first_outcome is null then outcome end order by n),
        (select count(*) from reused),
        (select count(*) from visit_again)
      into answers, outcomes, returned, renewed
      from incoming;

      if renewed < returned then
        raise unique_violation using message = 'A visit was counted or swept meanwhile';
      end if;
      exit;
    exception when unique_violation then
      if attempt = 7 * cardinality(product_ids) then
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
