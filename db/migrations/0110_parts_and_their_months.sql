-- Up Migration

-- Folio's CSV may say when an item was shipped. `other_months`: what of an order is worth in other months than that of its
-- day, as {"2026-08": -500} in cents; null for most. All else of it is of its own month, so that months always add up to what
-- the order is worth (docs/product/ledger.md#earning-months).
alter table import_staging add column shipped_on date, add column other_months jsonb, add column price_cents bigint;
alter table order_observations add column shipped_on date, add column other_months jsonb;
alter table amazon_orders add column other_months jsonb;
create index amazon_orders_other_months on amazon_orders (order_item_id) where other_months is not null;
-- What a piece cost, where the file says it: a return is first of what cost as much.
alter table fee_rows add column price_cents bigint;
-- Files that wait to be merged.
do $$
declare
  staging text;
begin
  for staging in
    select name
    from (select 'import_staging_' || replace(b.id::text, '-', '') as name from import_batches b) of_import
    where to_regclass(name) is not null
  loop
    execute format('alter table %I add column shipped_on date, add column other_months jsonb, add column price_cents bigint', staging);
  end loop;
end $$;

create function total_of_months(months jsonb) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(coalesce(months, '{}'))
$$;

-- Cents by month added up, without months of nothing; null for none.
create function add_months(one jsonb, other jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(month, cents)
  from (
    select key as month, sum(value::bigint) as cents
    from (select * from jsonb_each_text(coalesce(one, '{}')) union all select * from jsonb_each_text(coalesce(other, '{}'))) both_of
    group by key having sum(value::bigint) <> 0
  ) sums
$$;
create aggregate sum_months(jsonb) (sfunc = add_months, stype = jsonb, parallel = safe);

-- In which months returns have taken so many cents of what was bought: each in that of its own day, the earliest first.
create function months_of_returns(returns jsonb, bought integer, worth bigint, taken bigint)
returns jsonb language sql immutable parallel safe as $$
  with back as (
    select day, row_number() over (order by day, cents, pieces, reversed) as number, count(*) over () as count,
      case when not reversed and coalesce(pieces, bought) >= bought then worth
        when cents = 0 then round(worth::numeric * coalesce(pieces, bought) / greatest(bought, 1)) else cents end as cents
    from jsonb_to_recordset(returns) as r (day text, pieces bigint, cents bigint, reversed boolean)
  ), before as (
    select *, coalesce(sum(cents) over (order by number rows between unbounded preceding and 1 preceding), 0) as sum from back
  )
  select jsonb_object_agg(month, -cents)
  from (
    -- Shares are rounded: the last one is what is left.
    select left(day, 7) as month, sum(greatest(0, case when number = count then taken - sum else least(cents, taken - sum) end))::bigint as cents
    from before group by 1
  ) months
  where cents <> 0
$$;

-- Which returns of Fee-Earnings take how much from which purchases of the same key that count: from what was bought through the
-- same sub tag on their day or before, and then, where they have one, from what was bought without; never through another.
-- Each time first from what has the same price and fee for a piece, then the same fee, then from any; the latest first
-- (docs/product/reports.md#returns).
create function fee_takings(fee_keys text[])
returns table (return_id text, purchase_id text, day date, cents bigint) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ids text[];
  days date[];
  sums bigint[];
  keys text[];
  tags text[];
  fees text[];
  prices text[];
  rest bigint[];
  pass record;
  item record;
  part text;
  stack integer[];
  height integer;
begin
  select array_agg(r.order_item_id), array_agg(r.day), array_agg(r.cents), array_agg(r.fee_key), array_agg(r.sub_tag),
      array_agg(round(abs(r.cents)::numeric / greatest(abs(r.pieces), 1))::text), array_agg(r.price_cents::text),
      array_agg(abs(r.cents))
    into ids, days, sums, keys, tags, fees, prices, rest
  from unnest(fee_keys) as key cross join lateral (
    select r.* from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
    where r.fee_key = key offset 0
  ) r;
  for pass in
    select is_own, by_fee, by_price
    from (values (true), (false)) as tag (is_own) cross join (values (true, true), (true, false), (false, false)) as piece (by_fee, by_price)
    order by is_own desc, by_price desc, by_fee desc
  loop
    part := null;
    for item in
      select r.number, r.sum < 0 as is_return,
        concat_ws(' ', r.key, case when pass.is_own then r.tag end, case when pass.by_fee then r.fee end,
          case when pass.by_price then r.price end) as part
      from unnest(ids, days, sums, keys, tags, fees, prices, rest) with ordinality
        as r (id, day, sum, key, tag, fee, price, rest, number)
      where r.rest > 0 and (pass.is_own or (r.tag = '') = (r.sum > 0)) and (not pass.by_price or r.price is not null)
      order by 3, r.day, 2, r.id
    loop
      if item.part is distinct from part then
        part := item.part;
        height := 0;
      end if;
      if not item.is_return then
        height := height + 1;
        stack[height] := item.number;
        continue;
      end if;
      while height > 0 and rest[item.number] > 0 loop
        return_id := ids[item.number];
        purchase_id := ids[stack[height]];
        day := days[item.number];
        cents := least(rest[item.number], rest[stack[height]]);
        rest[item.number] := rest[item.number] - cents;
        rest[stack[height]] := rest[stack[height]] - cents;
        if rest[stack[height]] = 0 then
          height := height - 1;
        end if;
        return next;
      end loop;
    end loop;
  end loop;
end $$;

-- What returns leave of the items that count of some keys, what of each return waits for a purchase, and in which months
-- something was taken.
drop function left_by_returns(text[]);
create function left_by_returns(fee_keys text[])
returns table (order_item_id text, cents bigint, waiting_cents bigint, months jsonb) language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with taken as materialized (
    select * from fee_takings(fee_keys)
  ), each as (
    select r.order_item_id, r.cents as said, 0::bigint as taken, null::jsonb as months
    from unnest(fee_keys) as key cross join lateral (
      select r.order_item_id, r.cents
      from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
      where r.fee_key = key offset 0
    ) r
    union all
    select purchase_id, null, cents, jsonb_build_object(to_char(day, 'YYYY-MM'), -cents) from taken
    union all
    select return_id, null, cents, null from taken
  )
  -- Grouped, never joined: the planner does not know how many there are.
  select order_item_id, greatest(0, max(said) - sum(taken))::bigint, greatest(0, -max(said) - sum(taken))::bigint,
    sum_months(months) filter (where months is not null)
  from each group by 1
$$;

-- As before, and with the day of the return.
drop function returns_of_csv_orders(text, text[], uuid);
create function returns_of_csv_orders(item text, orders text[], merging uuid)
returns table (return_id text, purchase_id text, day date, pieces integer, cents bigint) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  backs jsonb;
  bought jsonb;
  back record;
  found_id text;
  taken jsonb := '{}';
  settled text[] := '{}';
begin
  -- Few wait: where none does, no order is looked at. Those that do are looked up one by one: otherwise the rows of all days
  -- that count are read for them.
  select jsonb_agg(jsonb_build_object('id', l.order_item_id, 'day', r.day, 'sub_tag', lower(r.sub_tag),
      'tracking_id', lower(coalesce(r.tracking_id, '')), 'pieces', -r.pieces, 'cents', -r.cents))
    into backs
  from left_by_returns(array(
    select distinct fee_key from fee_rows f where f.cents < 0 and left(f.fee_key, -13) = item)) l
  cross join lateral (
    select r.day, r.sub_tag, s.tracking_id, r.pieces, r.cents
    from fee_rows r
    join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
    join order_observations s on s.id = r.observation_id
    where r.order_item_id = l.order_item_id offset 0
  ) r
  where l.waiting_cents > 0 and l.waiting_cents = -r.cents and r.pieces < 0;
  if backs is null then
    return;
  end if;
  select jsonb_agg(jsonb_build_object('id', c.id, 'day', p.day, 'sub_tag', lower(coalesce(p.sub_tag, '')),
      'tracking_id', lower(coalesce(p.tracking_id, '')), 'pieces', p.pieces, 'cents', p.cents, 'left_pieces', p.left_pieces,
      'left_cents', p.left_cents))
    into bought
  from (
    select told.id from unnest(orders) as told (id)
    where exists (
      select from order_observations o
      join jsonb_to_recordset(backs) as b (day date, sub_tag text, tracking_id text) on o.order_date <= b.day
        and (b.sub_tag <> '' and lower(o.sub_tag) = b.sub_tag
            and (b.tracking_id = '' or lower(coalesce(o.tracking_id, '')) in ('', b.tracking_id))
          or coalesce(o.sub_tag, '') = '' and lower(o.tracking_id) = b.tracking_id and b.tracking_id <> '')
      where o.order_item_id = told.id and o.fee_key is null)
  ) c cross join lateral csv_purchase(c.id, merging) p
  where 'fee-' || p.marketplace || '-' || p.asin = item and p.pieces > 0;
  if bought is null then
    return;
  end if;
  for is_second in 0..1 loop
    for back in
      select b.*
      from jsonb_to_recordset(backs) as b (id text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint)
      where b.id <> all (settled)
      order by b.day, b.id collate "C"
    loop
      select p.id into found_id
      from jsonb_to_recordset(bought) as p (id text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
        left_pieces integer, left_cents bigint)
      where p.day <= back.day
        and case when is_second = 1 then back.sub_tag <> '' and p.sub_tag = '' and p.tracking_id = back.tracking_id
            and p.tracking_id <> ''
          when back.sub_tag = '' then p.sub_tag = '' and p.tracking_id = back.tracking_id and p.tracking_id <> ''
          else p.sub_tag = back.sub_tag and (p.tracking_id in ('', back.tracking_id) or back.tracking_id = '') end
        and back.cents between floor(p.cents::numeric * back.pieces / p.pieces) and ceil(p.cents::numeric * back.pieces / p.pieces)
        and p.left_pieces - coalesce((taken -> p.id ->> 'pieces')::integer, 0) >= back.pieces
        and p.left_cents - coalesce((taken -> p.id ->> 'cents')::bigint, 0) >= back.cents
      order by p.day desc, p.id collate "C" desc limit 1;
      if found then
        settled := settled || back.id;
        taken := taken || jsonb_build_object(found_id, jsonb_build_object(
          'pieces', coalesce((taken -> found_id ->> 'pieces')::integer, 0) + back.pieces,
          'cents', coalesce((taken -> found_id ->> 'cents')::bigint, 0) + back.cents));
        return query select back.id, found_id, back.day, back.pieces, back.cents;
      end if;
    end loop;
  end loop;
end $$;

-- As before, and what the order is worth in each month.
drop function csv_after_returns(text, uuid);
create function csv_after_returns(item text, merging uuid)
returns table (observation_id uuid, quantity integer, cents bigint, status text, waiting_cents bigint,
  unclear_cents bigint, bought_cents bigint, months jsonb)
language sql stable strict
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with standing as (
    select o.id, o.returns, row (b.report_as_of, o.status_rank, o.content_hash) as place,
      o.returns is null or o.returns ? 'quantity' as tells_purchase,
      coalesce((o.returns ->> 'quantity')::integer, o.quantity) as quantity,
      coalesce((o.returns ->> 'cents')::bigint, o.commission_cents) as cents,
      coalesce(o.returns ->> 'status', o.order_status) as status,
      to_char(coalesce(o.shipped_on, o.order_date), 'YYYY-MM') as month, o.other_months
    from order_observations o join import_batches b on b.id = o.batch_id
    where o.order_item_id = item and o.fee_key is null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
      -- Where a newer report tells of the id in whole, or in other parts, it says nothing (decision 33).
      and not exists (
        select
        from (select coalesce((select reported_id from order_parts where order_item_id = item limit 1), item) as id) reported
        cross join lateral (
          select p.import_id, p.order_item_id from order_parts p where p.reported_id = reported.id
          union all
          select s.batch_id, s.order_item_id from order_observations s
          where s.order_item_id = reported.id and reported.id <> item
        ) other
        join import_batches n on n.id = other.import_id
        where other.order_item_id <> item and (n.state = 'merged' or n.id = merging) and n.undone_at is null
          and (n.report_as_of, n.file_hash) > (b.report_as_of, b.file_hash))
  ), bought as (
    select * from standing where tells_purchase order by place desc limit 1
  ), told as (
    select e.back, e.number, max(s.place) as place
    from standing s
    cross join lateral (
      select back, row_number() over (partition by back) as number from jsonb_array_elements(s.returns -> 'returns') as back
    ) e
    where not exists (
      select from bought b where s.place < b.place and not (back ->> 'reversed')::boolean
        and coalesce((back ->> 'pieces')::bigint, b.quantity) >= b.quantity)
    group by e.back, e.number
  ), same as (
    select d.later, d.later_number, d.earlier, d.earlier_number
    from return_decisions d join import_batches b on b.id = d.import_id
    where d.order_item_id = item and d.earlier is not null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
  ), back as (
    select coalesce(jsonb_agg(back), '[]') as returns,
      coalesce(sum((back ->> 'cents')::bigint) filter (where (back ->> 'reversed')::boolean), 0)::bigint as cents
    from told t
    where not exists (
      select
      from (
        select later as back, later_number as number, earlier as other, earlier_number as other_number from same
        union all
        select earlier, earlier_number, later, later_number from same
      ) s join told newer on newer.back = s.other and newer.number = s.other_number
      where s.back = t.back and s.number = t.number and newer.place > t.place)
  )
  select case when not l.is_full then b.id end, case when not l.is_full then l.pieces end,
    case when not l.is_full then l.cents end, case when l.is_full then null
      when back.returns <> '[]' and l.cents = 0 and (b.cents > 0 or l.pieces = 0) then 'returned' else b.status end,
    case when b.id is null then back.cents else 0 end,
    case when b.status = 'shipped' and l.is_unclear then l.told_cents end, b.cents,
    case when b.status = 'shipped' then add_months(
      add_months(b.other_months, jsonb_build_object(b.month, b.cents - total_of_months(b.other_months))),
      months_of_returns(back.returns, b.quantity, b.cents, b.cents - l.cents)) end
  from back left join bought b on true left join lateral left_of_purchase(b.quantity, b.cents, back.returns) l on b.id is not null
$$;

create or replace view order_months as
  select order_item_id, marketplace, to_char(coalesce(shipped_on, order_date), 'YYYY-MM') as earning_month,
    case when order_status = 'shipped' then commission_cents else 0 end - total_of_months(other_months) as commission_cents
  from amazon_orders
  where observation_id is not null and (order_status = 'shipped' or other_months is not null)
  union all
  select o.order_item_id, o.marketplace, m.key, m.value::bigint
  from amazon_orders o cross join lateral jsonb_each_text(o.other_months) m
  where o.observation_id is not null and o.other_months is not null;

-- Orders are as the rule says from now on; what differs from what is posted is posted by the next calculation. A sale that
-- both formats have keeps what it is until a report or a decision has it folded again.
with due as materialized (
  select l.order_item_id, l.cents, l.waiting_cents, l.months,
    case when s.commission_cents > 0 and l.cents = 0 then 'returned' else s.order_status end as status
  from left_by_returns(array(select distinct fee_key from fee_rows where cents < 0)) l
  join amazon_orders o using (order_item_id)
  join order_observations s on s.id = o.observation_id
  where o.taken_from_id is null and not exists (select from same_sales t where t.fee_item_id = l.order_item_id)
), changed as (
  update amazon_orders o
  set commission_cents = d.cents, order_status = d.status, waiting_return_cents = d.waiting_cents,
    other_months = nullif(d.months - to_char(o.shipped_on, 'YYYY-MM'), '{}')
  from due d
  where o.order_item_id = d.order_item_id
    and (o.commission_cents, o.order_status, o.waiting_return_cents, o.other_months)
      is distinct from (d.cents, d.status, d.waiting_cents, nullif(d.months - to_char(o.shipped_on, 'YYYY-MM'), '{}'))
  returning o.order_item_id
)
insert into orders_to_post select order_item_id from changed on conflict do nothing;
with returned as materialized (
  select order_item_id from order_observations where returns is not null
  union
  select taken_from_id from amazon_orders where taken_from_id is not null
), due as materialized (
  select o.order_item_id, nullif(add_months(
      (select a.months from csv_after_returns(o.order_item_id, '00000000-0000-0000-0000-000000000000') a),
      (select sum_months(jsonb_build_object(to_char(r.shipped_on, 'YYYY-MM'), s.commission_cents))
       from amazon_orders r join order_observations s on s.id = r.observation_id
       where r.taken_from_id = o.order_item_id)) - to_char(o.order_date, 'YYYY-MM'), '{}') as months
  from returned join amazon_orders o using (order_item_id)
  where o.observation_id is not null and o.order_status in ('shipped', 'returned')
), changed as (
  update amazon_orders o set other_months = d.months from due d
  where o.order_item_id = d.order_item_id and d.months is not null
  returning o.order_item_id
)
insert into orders_to_post select order_item_id from changed on conflict do nothing;
