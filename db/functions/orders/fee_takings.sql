-- Which returns of Fee-Earnings take how much from which purchases in force of the same key. A return takes from
-- purchases through the same sub tag, of its day or earlier; then, if it has a sub tag, from purchases without one;
-- never through another sub tag. In each of these two steps it takes first from purchases with the same price and fee
-- for a piece, then from those with the same fee, then from any, always the latest first
-- (docs/product/reports.md#returns). Where no price is known, the fee alone decides what is alike.
--
-- A return that could be of several creators' purchases takes only from what an admin named, or from purchases that are
-- alike if those are one creator's. Amounts of another currency are never alike, and nothing is taken from them: a
-- marketplace's reports were once read in dollars.
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
  -- For returns that could be of several creators' purchases; null for all others.
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
  -- Returns with an admin's answer take first, and from nothing else: they wait while no report has their purchase.
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
