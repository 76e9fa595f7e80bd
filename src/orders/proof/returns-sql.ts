import { type RawBuilder, sql } from 'kysely'

/**
 * What a return takes from in one step: purchases with its sub tag or without one, and of those the ones that are
 * alike.
 */
type Pass = { isOwn: boolean; alike: 'fee and price' | 'fee' | null }

/** In this order (docs/product/reports.md#returns). */
const passes: Pass[] = [true, false].flatMap((isOwn) =>
  (['fee and price', 'fee', null] as const).map((alike) => ({ isOwn, alike })),
)

/**
 * The rest of the items that `source` selects once returns have taken from purchases up to their day, the latest first.
 * The returns of a key come one after another; its purchases are an array sorted by day.
 */
function afterPass(source: string, { isOwn, alike }: Pass): string {
  const key = [
    'fee_key',
    ...(isOwn ? ['known_tag'] : []),
    ...(alike ? ['fee'] : []),
    ...(alike === 'fee and price' ? ['price'] : []),
  ]
  // A return that an admin is asked about takes only from purchases that are alike, if those are one creator's.
  const side = isOwn ? 'own' : 'other'
  const asked = [
    ...(isOwn ? ['other', 'other, alike'] : []),
    ...(alike === 'fee and price' ? [`${side}, alike`] : []),
  ]
  const among = [
    'cents > 0',
    ...(isOwn ? [] : [`(known_tag = '') = not is_return`]),
    `(asked is null or asked = any ('{${asked.map((one) => `"${one}"`).join()}}'))`,
  ]
  return `with recursive given as materialized (${source}), items as (
    select *, concat_ws(' ', ${key.join(', ')}) as key from given where ${among.join(' and ')}
  ), back as (
    select *, row_number() over (partition by key order by order_date, order_item_id) as number,
      (select count(*) from items b where b.key = r.key and not b.is_return and b.order_date <= r.order_date) as until
    from items r where is_return
  ), steps as (
    select key, 0::bigint as number, null::uuid as back_id, 0::numeric as rest,
      coalesce(array_agg(id order by order_date, order_item_id) filter (where not is_return), '{}') as ids,
      coalesce(array_agg(cents order by order_date, order_item_id) filter (where not is_return), '{}') as left_of
    from items where key in (select key from back) group by key
    union all
    select key, r.number, r.id,
      greatest(0, r.cents - coalesce((select sum(c) from unnest(left_of[:until]) as c), 0)), ids, coalesce((
        select array_agg(greatest(0, cents - greatest(0, r.cents - later)) order by position)
        from (
          select cents, position, coalesce(sum(cents) over (order by position desc
            rows between unbounded preceding and 1 preceding), 0)::bigint as later
          from unnest(left_of[:until]) with ordinality as b (cents, position)
        ) b
      ), '{}') || left_of[until + 1:]
    from steps w join back r using (key) where r.number = w.number + 1
  ), finished as (
    select distinct on (key) ids, left_of from steps order by key, number desc
  ), rest_of as (
    select b.id, b.cents from finished cross join lateral unnest(ids, left_of) as b (id, cents)
    union all
    select back_id, rest::bigint from steps where back_id is not null
  )
  select id, g.order_item_id, g.order_date, g.is_return, g.fee_key, g.known_tag, g.fee, g.price,
    g.asked, coalesce(r.cents, g.cents) as cents
  from given g full join rest_of r using (id)`
}

/** True unless some order of this product waits to be folded because its creator has changed. */
export const isFolded = (order: string): RawBuilder<unknown> =>
  sql.raw(`not exists (
    select from returns_to_fold w join amazon_orders q on q.order_item_id = w.order_item_id
    where (q.marketplace, q.asin) = (${order}.marketplace, ${order}.asin))`)

/**
 * Tables that say for each return whether it could be of several creators' purchases, through its own sub tag or
 * without one, and what admins answered (docs/product/reports.md#whose-return-is-this).
 */
const answeredItems = `
  fee_items as materialized (
    select s.id, s.order_item_id, s.order_date, s.commission_cents < 0 as is_return, s.fee_key || ' ' || s.currency as fee_key,
      coalesce(s.known_tag, '') as known_tag, round(abs(s.commission_cents)::numeric / greatest(abs(s.quantity), 1)) as fee,
      coalesce(s.price_cents::text, 'unknown') as price, abs(s.commission_cents) as cents,
      case when m.order_item_id is not null then coalesce(m.payee_id::text, 'nobody')
        when s.known_tag = '' then 'not matched' end as owner
    from standing s left join order_matches m on m.order_item_id = s.order_item_id
    where s.format = 'fee_earnings'
  ), fee_asked as (
    select distinct on (id) id, case when is_own then 'own' else 'other' end || case when alike = 1 then ', alike' else '' end as asked
    from (
      select r.id, b.known_tag = r.known_tag as is_own, count(distinct b.owner) as owners,
        count(distinct b.owner) filter (where (b.fee, b.price) = (r.fee, r.price)) as alike
      from fee_items r join fee_items b on b.fee_key = r.fee_key and not b.is_return and b.order_date <= r.order_date
        and b.known_tag in (r.known_tag, '')
      where r.is_return group by 1, 2
    ) could_be where owners > 1 order by id, is_own desc
  ), fee_answered as (
    select r.id, p.id as bought_id, case when a.purchase_id is null then r.cents when p.id is null then 0 else least(r.cents, greatest(0, p.cents
      - coalesce(sum(r.cents) over (partition by p.id order by r.order_date, r.order_item_id
        rows between unbounded preceding and 1 preceding), 0))) end as cents
    from fee_items r
    join (select distinct on (return_id) return_id, purchase_id from return_answers order by return_id, id desc) a
      on a.return_id = r.order_item_id
    left join fee_items p on p.order_item_id = a.purchase_id and p.fee_key = r.fee_key and not p.is_return
      and p.order_date <= r.order_date
    where r.is_return
  ), answered_items as (
    select i.id, i.order_item_id, i.order_date, i.is_return, i.fee_key, i.known_tag, i.fee, i.price,
      case when a.id is not null then 'answered' else q.asked end as asked,
      (i.cents - coalesce(a.cents, 0) - coalesce(t.cents, 0))::bigint as cents
    from fee_items i left join fee_asked q using (id) left join fee_answered a using (id)
    left join (select bought_id, sum(cents) as cents from fee_answered group by 1) t on t.bought_id = i.id
  )`

/**
 * Tables that end with `remaining`: what is left of each Fee-Earnings item of `standing`, and how much of each return
 * waits (docs/product/reports.md#returns).
 */
export const remainingAfterReturns: RawBuilder<unknown> = sql.raw(`${answeredItems}, remaining as (
    select id, case when is_return then 0 else cents end as cents, case when is_return then cents else 0 end as waiting_cents
    from (${passes.reduce(afterPass, 'select * from answered_items')}) passed
  )`)

/**
 * Tables that end with `csv_remaining`: what is left of each order of Folio's CSV with returns in `standing` (decision
 * 39). Each return counts as often as in the file that has it most often. If an admin said that two returns are the
 * same, the one in the newest file counts (decision 39). An order whose pieces all came back is as its newest file
 * says, and not in this table.
 */
export const remainingAfterCsvReturns: RawBuilder<unknown> = sql`
  csv_said as (
    select s.*, order_status_rank(s.order_status) as rank, s.returns is null or s.returns ? 'quantity' as tells_purchase
    from standing s
    where s.format = 'folio_csv' and s.order_item_id in (select order_item_id from standing where returns is not null)
  ), csv_bought as (
    select distinct on (order_item_id) order_item_id, id, report_as_of, rank, content_hash,
      coalesce((returns ->> 'quantity')::integer, quantity) as bought,
      coalesce((returns ->> 'cents')::bigint, commission_cents) as worth,
      coalesce(returns ->> 'status', order_status) as status
    from csv_said where tells_purchase
    order by order_item_id, report_as_of desc, rank desc, content_hash desc
  ), csv_rows as (
    select s.order_item_id, s.id, back, coalesce((back ->> 'pieces')::bigint, b.bought) as pieces,
      (back ->> 'cents')::bigint as cents, (back ->> 'reversed')::boolean as reversed,
      row_number() over (partition by s.id, back) as number,
      dense_rank() over (partition by s.order_item_id order by s.report_as_of, s.rank, s.content_hash) as file,
      (s.report_as_of, s.rank, s.content_hash) < (b.report_as_of, b.rank, b.content_hash) as is_older, b.bought
    from csv_said s
    cross join lateral jsonb_array_elements(s.returns -> 'returns') as back
    left join csv_bought b on b.order_item_id = s.order_item_id
  ), csv_reported as (
    select order_item_id, back, number, pieces, cents, reversed, not reversed and pieces >= bought as is_all, max(file) as file
    from csv_rows where not coalesce(not reversed and pieces >= bought and is_older, false)
    group by order_item_id, back, number, pieces, cents, reversed, bought
  ), csv_reported_again as (
    select o.order_item_id, o.back, o.number
    from return_decisions d join import_batches i on i.id = d.import_id and i.state = 'merged' and i.undone_at is null
    join csv_reported e on (e.order_item_id, e.back, e.number) = (d.order_item_id, d.earlier, d.earlier_number)
    join csv_reported l on (l.order_item_id, l.back, l.number) = (d.order_item_id, d.later, d.later_number)
    join csv_reported o on o.order_item_id = d.order_item_id and o.file < greatest(e.file, l.file)
      and (o.back, o.number) in ((e.back, e.number), (l.back, l.number))
  ), csv_taken as (
    select order_item_id, bool_or(is_all) as is_full, sum(pieces) as pieces, sum(cents) as cents,
      coalesce(sum(pieces) filter (where cents = 0), 0) as unsaid,
      coalesce(sum(cents) filter (where reversed), 0) as reversed_cents
    from csv_reported where (order_item_id, back, number) not in (select order_item_id, back, number from csv_reported_again)
    group by order_item_id
  ), csv_left as (
    select order_item_id, b.id, b.bought, b.worth, b.status, t.is_full, t.pieces, coalesce(t.reversed_cents, 0) as reversed_cents,
      greatest(0, b.worth - coalesce(t.cents, 0) - case when coalesce(t.unsaid, 0) = 0 then 0
        when t.unsaid >= b.bought then b.worth else round(b.worth * t.unsaid / b.bought) end) as cents
    from csv_bought b full join csv_taken t using (order_item_id)
  ), csv_remaining as (
    select order_item_id, id as bought_id, case when id is not null then cents end::bigint as cents,
      case when id is not null then greatest(0, bought - coalesce(pieces, 0)) end::integer as quantity,
      case when pieces > 0 and cents = 0 and (worth > 0 or pieces >= bought) then 'returned' else status end as status,
      case when id is null then reversed_cents else 0 end::bigint as waiting_cents
    from csv_left where is_full is not true
  )`

/**
 * Returns of Fee-Earnings that do not take from the right order of Folio's CSV; and those whose purchase does not fit,
 * whatever the rule's function says: another product, sub tag or tracking id, a later day, or another amount.
 */
export const wrongTakings: RawBuilder<unknown> = sql`
  with items as (
    select distinct left(fee_key, -13) as item from fee_rows where cents < 0
  ), due as (
    select t.return_id, t.purchase_id
    from items i cross join lateral returns_of_csv_orders(i.item, array(
      select order_item_id from amazon_orders
      where asin = split_part(i.item, '-', 3) and marketplace = split_part(i.item, '-', 2) and format = 'folio_csv'
    ), '00000000-0000-0000-0000-000000000000') t
  ), taken as (
    select order_item_id as return_id, taken_from_id as purchase_id from amazon_orders where taken_from_id is not null
  )
  select 'order ' || return_id || ': takes from ' || coalesce(t.purchase_id, 'none') || ', not from '
    || coalesce(d.purchase_id, 'none') as line
  from taken t full join due d using (return_id)
  join amazon_orders o on o.order_item_id = return_id
  where t.purchase_id is distinct from d.purchase_id and ${isFolded('o')}
  union all
  select 'order ' || r.order_item_id || ': cannot take from ' || r.taken_from_id
  from amazon_orders r
  join order_observations s on s.id = r.observation_id
  left join amazon_orders p on p.order_item_id = r.taken_from_id
  where r.taken_from_id is not null and (p.observation_id is null or r.format <> 'fee_earnings' or p.format <> 'folio_csv'
    or (r.marketplace, r.asin) is distinct from (p.marketplace, p.asin) or p.order_date > r.shipped_on
    or p.sub_tag is not null and lower(p.sub_tag) is distinct from lower(r.sub_tag)
    or p.tracking_id is not null and r.tracking_id is not null and lower(p.tracking_id) <> lower(r.tracking_id)
    or s.quantity >= 0 or r.waiting_return_cents <> 0)`

/**
 * Orders with other amounts in other months than they should have: what returns take belongs to the month of the
 * return's day (docs/product/ledger.md#earning-months). For a sale in both formats, both may name the day.
 */
export const wrongMonths: RawBuilder<unknown> = sql`
  with taken as (
    select r.taken_from_id as order_item_id, sum_months(jsonb_build_object(to_char(coalesce(r.shipped_on, r.order_date), 'YYYY-MM'), s.commission_cents)) as months
    from amazon_orders r join order_observations s on s.id = r.observation_id
    where r.taken_from_id is not null group by 1
  ), said as (
    select o.order_item_id, case when exists (select from order_observations s where s.order_item_id = o.order_item_id
        and s.returns is not null)
      then (select coalesce(a.months, case when a.status is not null then s.other_months end)
        from csv_after_returns(o.order_item_id, '00000000-0000-0000-0000-000000000000') a)
      else s.other_months end as months
    from amazon_orders o join order_observations s on s.id = o.observation_id
    where o.format = 'folio_csv' and (s.other_months is not null or exists (
      select from order_observations s where s.order_item_id = o.order_item_id and s.returns is not null))
  ), back as (
    select order_item_id, months from left_by_returns(array(select distinct fee_key from fee_rows where cents < 0))
    where months is not null
  ), due as (
    select order_item_id, sum_months(months) filter (where months is not null) as months
    from (select * from taken union all select * from said union all select * from back) each_part
    group by 1
  )
  select 'order ' || order_item_id || ': ' || coalesce(o.other_months::text, 'nothing') || ' in other months than its own, not '
    || coalesce(d.months::text, 'nothing') as line
  from due d full join amazon_orders o using (order_item_id)
  where o.observation_id is not null and order_item_id not in (select folio_item_id from same_sales) and ${isFolded('o')}
    and o.other_months is distinct from case when o.order_status in ('shipped', 'returned')
      then nullif(d.months - to_char(coalesce(o.shipped_on, o.order_date), 'YYYY-MM'), '{}') end`
