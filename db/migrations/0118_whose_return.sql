-- Up Migration

-- What an admin answered where a return could be of several creators' purchases (docs/product/reports.md#whose-return-is-this):
-- this purchase, or nobody can know. The newest answer of a return counts. It is by the return's own name, which is made
-- of what the report says, so that the same report read again finds it.
create table return_answers (
  id bigint primary key generated always as identity,
  return_id text not null,
  purchase_id text check (purchase_id <> return_id),
  reason text not null check (length(btrim(reason)) > 0),
  actor_id uuid references users on delete set null,
  answered_at timestamptz not null
);
create index return_answers_return on return_answers (return_id, id desc);
create index return_answers_actor on return_answers (actor_id) where actor_id is not null;
create trigger return_answers_append_only before delete on return_answers
  for each row execute function refuse_change();
create trigger return_answers_unchanged
  before update of id, return_id, purchase_id, reason, answered_at on return_answers
  for each row execute function refuse_change();
create trigger return_answers_keep before truncate on return_answers
  for each statement execute function refuse_change();

create view current_return_answers as
  select distinct on (return_id) id, return_id, purchase_id, reason, actor_id, answered_at
  from return_answers order by return_id, id desc;

-- Purchases of Fee-Earnings that are another creator's than when returns took from them last. The next step that folds
-- orders folds theirs, and empties it.
create table returns_to_fold (order_item_id text primary key);

-- Whose a purchase is decides which returns may take from it. Only purchases of a key that has returns matter.
create function queue_returns_of_purchases() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into returns_to_fold (order_item_id)
  select m.order_item_id from matched m
  where m.order_item_id like 'fee-%' and exists (
    select from fee_rows f where f.order_item_id = m.order_item_id and exists (
      select from fee_rows r where r.fee_key = f.fee_key and r.cents < 0))
  on conflict do nothing;
  return null;
end $$;
create trigger order_matches_of_returns after insert on order_matches
  referencing new table as matched for each statement execute function queue_returns_of_purchases();
create function queue_returns_of_other_payees() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into returns_to_fold (order_item_id)
  select m.order_item_id from matched m join before b using (order_item_id)
  where m.payee_id is distinct from b.payee_id and m.order_item_id like 'fee-%' and exists (
    select from fee_rows f where f.order_item_id = m.order_item_id and exists (
      select from fee_rows r where r.fee_key = f.fee_key and r.cents < 0))
  on conflict do nothing;
  return null;
end $$;
create trigger order_matches_of_other_payees after update on order_matches
  referencing new table as matched old table as before for each statement execute function queue_returns_of_other_payees();

-- The returns of some keys that could be of several creators' purchases: through the same sub tag (`is_own`), or, where
-- those are one creator's or there is none, without one. `is_alike`: those with the same price and fee for a piece, to the cent,
-- are one creator's. What nobody's match is yet counts as one more creator, unless its sub tag says whose it will be.
create function returns_of_several(fee_keys text[])
returns table (return_id text, is_own boolean, is_alike boolean) language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with counting as materialized (
    select r.order_item_id, r.day, r.cents, r.fee_key || ' ' || i.currency as fee_key, r.sub_tag,
      round(abs(r.cents)::numeric / greatest(abs(r.pieces), 1)) as fee, r.price_cents,
      case when m.order_item_id is not null then coalesce(m.payee_id::text, 'nobody')
        when r.sub_tag = '' then 'not known yet' end as owner
    from unnest(fee_keys) as key cross join lateral (
      select r.* from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
      where r.fee_key = key offset 0
    ) r
    join import_batches i on i.id = r.import_id
    left join lateral (select * from order_matches where order_item_id = r.order_item_id limit 1) m on r.cents > 0
  ), bought as materialized (
    select fee_key, sub_tag, fee, price_cents, owner, min(day) as since
    from counting where cents > 0 and owner is not null group by 1, 2, 3, 4, 5
  ), could_be as (
    select r.order_item_id, b.sub_tag = r.sub_tag as is_own, count(distinct b.owner) as owners,
      count(distinct b.owner) filter (where b.fee = r.fee and b.price_cents is not distinct from r.price_cents) as alike
    from counting r cross join lateral (
      select * from bought b
      where b.fee_key = r.fee_key and b.since <= r.day and (b.sub_tag = r.sub_tag or b.sub_tag = '')
    ) b
    where r.cents < 0 group by 1, 2
  )
  select distinct on (order_item_id) order_item_id, is_own, alike = 1
  from could_be where owners > 1 order by order_item_id, is_own desc
$$;

-- As before, but a return that could be of several creators' purchases takes only from what an admin said, or from what is
-- alike where that is one creator's. Where no price is known, the fee alone says what is alike. Amounts of another currency
-- (a marketplace's reports were read in dollars once) are never alike, and nothing is taken from them.
create or replace function fee_takings(fee_keys text[])
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
  -- Of returns that could be of several creators' purchases.
  owns boolean[];
  alikes boolean[];
  answers text[];
  pass record;
  item record;
  part text;
  stack integer[];
  height integer;
  bought integer;
begin
  select array_agg(r.order_item_id), array_agg(r.day), array_agg(r.cents), array_agg(r.fee_key || ' ' || i.currency), array_agg(r.sub_tag),
      array_agg(round(abs(r.cents)::numeric / greatest(abs(r.pieces), 1))::text), array_agg(coalesce(r.price_cents::text, '-')),
      array_agg(abs(r.cents)), array_agg(s.is_own), array_agg(s.is_alike), array_agg(a.answer)
    into ids, days, sums, keys, tags, fees, prices, rest, owns, alikes, answers
  from unnest(fee_keys) as key cross join lateral (
    select r.* from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
    where r.fee_key = key offset 0
  ) r
  join import_batches i on i.id = r.import_id
  left join (
    select jsonb_object_agg(q.return_id, jsonb_build_array(q.is_own, q.is_alike)) as limits from returns_of_several(fee_keys) q
  ) q on true
  left join lateral (
    select (q.limits -> r.order_item_id -> 0)::boolean as is_own, (q.limits -> r.order_item_id -> 1)::boolean as is_alike
  ) s on true
  left join lateral (
    select coalesce(c.purchase_id, '') as answer from return_answers c
    where r.cents < 0 and c.return_id = r.order_item_id order by c.id desc limit 1
  ) a on true;
  -- What was answered takes first, and from nothing else: it waits while its purchase is in no report.
  for item in
    select r.number, r.answer from unnest(ids, days, answers) with ordinality as r (id, day, answer, number)
    where r.answer <> '' order by r.day, r.id
  loop
    bought := array_position(ids, item.answer);
    if rest[bought] > 0 and keys[bought] = keys[item.number] and sums[bought] > 0 and days[bought] <= days[item.number] then
      return_id := ids[item.number];
      purchase_id := ids[bought];
      day := days[item.number];
      cents := least(rest[item.number], rest[bought]);
      rest[item.number] := rest[item.number] - cents;
      rest[bought] := rest[bought] - cents;
      return next;
    end if;
  end loop;
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
      from unnest(ids, days, sums, keys, tags, fees, prices, rest, owns, alikes, answers) with ordinality
        as r (id, day, sum, key, tag, fee, price, rest, own, alike, answer, number)
      where r.rest > 0 and (pass.is_own or (r.tag = '') = (r.sum > 0)) and r.answer is null
        and (r.own is null or pass.is_own and not r.own or pass.is_own = r.own and pass.by_price and r.alike)
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

-- Whether an admin said that nobody can know whose a return is: the platform bears it.
create function is_borne(back text) returns boolean language sql stable
set plan_cache_mode = force_generic_plan as $$
  select exists (
    select from (select purchase_id from return_answers where return_id = back order by id desc limit 1) newest
    where purchase_id is null)
$$;

-- As before; what the platform bears waits for no purchase.
create or replace function left_by_returns(fee_keys text[])
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
  select order_item_id, greatest(0, max(said) - sum(taken))::bigint,
    case when max(said) < 0 and is_borne(order_item_id) then 0 else greatest(0, -max(said) - sum(taken)) end::bigint,
    sum_months(months) filter (where months is not null)
  from each group by 1
$$;

-- As before, with its currency.
drop function csv_purchase(text, uuid);
create function csv_purchase(item text, merging uuid)
returns table (marketplace text, asin text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
  left_pieces integer, left_cents bigint, currency text)
language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select b.marketplace, o.asin, o.order_date, o.sub_tag, o.tracking_id,
    coalesce((o.returns ->> 'quantity')::integer, o.quantity), coalesce((o.returns ->> 'cents')::bigint, o.commission_cents),
    coalesce(a.quantity, o.quantity), least(coalesce(a.cents, o.commission_cents),
      coalesce((o.returns ->> 'cents')::bigint, o.commission_cents) - taken_of_twins(item)), b.currency
  from order_observations o join import_batches b on b.id = o.batch_id
  left join lateral csv_after_returns(case when exists (
    select from order_observations r where r.order_item_id = item and r.returns is not null) then item end, merging) a on true
  where o.order_item_id = item and o.fee_key is null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
    and not exists (select from order_parts p where p.order_item_id = item)
    and not exists (select from order_parts p where p.reported_id = item)
    and o.id = (
      select s.id from order_observations s join import_batches n on n.id = s.batch_id
      where s.order_item_id = item and s.fee_key is null and (n.state = 'merged' or n.id = merging) and n.undone_at is null
      order by coalesce(s.id = a.observation_id, false) desc, n.report_as_of desc, s.status_rank desc, s.content_hash desc
      limit 1)
    and coalesce(a.status, o.order_status) = 'shipped'
    and o.order_date < coalesce(paying_date(b.marketplace), 'infinity')
$$;

-- As before, of the same currency, and never for a return that an admin is asked about, or was.
create or replace function returns_of_csv_orders(item text, orders text[], merging uuid)
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
  select jsonb_agg(jsonb_build_object('id', l.order_item_id, 'day', r.day, 'currency', r.currency, 'sub_tag', lower(r.sub_tag),
      'tracking_id', lower(coalesce(r.tracking_id, '')), 'pieces', -r.pieces, 'cents', -r.cents))
    into backs
  from left_by_returns(array(
    select distinct fee_key from fee_rows f where f.cents < 0 and left(f.fee_key, -13) = item)) l
  cross join lateral (
    select r.day, r.sub_tag, s.tracking_id, r.pieces, r.cents, r.fee_key, i.currency
    from fee_rows r
    join import_batches i on i.id = r.import_id
    join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
    join order_observations s on s.id = r.observation_id
    where r.order_item_id = l.order_item_id offset 0
  ) r
  where l.waiting_cents > 0 and l.waiting_cents = -r.cents and r.pieces < 0
    and l.order_item_id not in (select q.return_id from returns_of_several(array[r.fee_key]) q)
    and l.order_item_id not in (select a.return_id from return_answers a);
  if backs is null then
    return;
  end if;
  select jsonb_agg(jsonb_build_object('id', c.id, 'day', p.day, 'sub_tag', lower(coalesce(p.sub_tag, '')),
      'tracking_id', lower(coalesce(p.tracking_id, '')), 'pieces', p.pieces, 'cents', p.cents, 'left_pieces', p.left_pieces,
      'left_cents', p.left_cents, 'currency', p.currency))
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
      from jsonb_to_recordset(backs) as b (id text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint, currency text)
      where b.id <> all (settled)
      order by b.day, b.id collate "C"
    loop
      select p.id into found_id
      from jsonb_to_recordset(bought) as p (id text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
        left_pieces integer, left_cents bigint, currency text)
      where p.day <= back.day and p.currency = back.currency
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

-- What the platform bears is worth less in the return's month, and nobody's: so that the month comes to what Amazon pays.
create or replace view order_months as
  select order_item_id, marketplace, to_char(coalesce(shipped_on, order_date), 'YYYY-MM') as earning_month,
    case when order_status = 'shipped' then commission_cents else 0 end - total_of_months(other_months) as commission_cents
  from amazon_orders
  where observation_id is not null and (order_status = 'shipped' or other_months is not null)
  union all
  select o.order_item_id, o.marketplace, m.key, m.value::bigint
  from amazon_orders o cross join lateral jsonb_each_text(o.other_months) m
  where o.observation_id is not null and o.other_months is not null
  union all
  select o.order_item_id, o.marketplace, to_char(o.shipped_on, 'YYYY-MM'), s.commission_cents
  from (select distinct return_id from return_answers) a
  join amazon_orders o on o.order_item_id = a.return_id
  join order_observations s on s.id = o.observation_id
  where is_borne(a.return_id) and s.commission_cents < 0 and o.other_months is null;

-- The returns of which an admin is asked: what they could be of is several creators', and nobody has answered; or the purchase
-- that somebody named is in no report any more.
create view asked_returns as
  select q.return_id
  from returns_of_several(array(
    select distinct f.fee_key from amazon_orders o join fee_rows f on f.order_item_id = o.order_item_id
    where o.waiting_return_cents > 0)) q
  join amazon_orders o on o.order_item_id = q.return_id
  where o.waiting_return_cents > 0 and not exists (select from return_answers a where a.return_id = q.return_id)
  union all
  select a.return_id
  from current_return_answers a join amazon_orders o on o.order_item_id = a.return_id
  where a.purchase_id is not null and o.waiting_return_cents > 0 and not exists (
    select from fee_rows p join import_days d on d.import_id = p.import_id and d.day = p.day and d.counts
    where p.order_item_id = a.purchase_id);

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
