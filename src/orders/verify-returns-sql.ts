import { type RawBuilder, sql } from 'kysely'

/**
 * The tables that end with `kept`: what is left of each Fee-Earnings item of `standing` of whose like something came back
 * (decisions: Imports). The returns of a key one after the other, each from what was bought until its day, the latest
 * first; what was bought is a list in the order of its days.
 */
export const keptByReturns: RawBuilder<unknown> = sql`
  fee_items as (
    select *, count(*) filter (where cents >= 0) over (partition by key order by order_date) as bought_until
    from (
      select id, order_item_id, order_date, commission_cents as cents,
        concat_ws(' ', marketplace, asin, split_part(order_item_id, '-', 7)) as key
      from standing where format = 'fee_earnings'
    ) items
  ), brought_back as (
    select key, bought_until, -cents as cents,
      row_number() over (partition by key order by order_date, order_item_id) as number
    from fee_items where cents < 0
  ), walk as (
    select key, 0::bigint as number, array_agg(id order by order_date, order_item_id) as ids,
      array_agg(cents order by order_date, order_item_id) as left_of
    from fee_items where cents >= 0 and key in (select key from brought_back) group by key
    union all
    select key, r.number, ids, coalesce((
        select array_agg(greatest(0, cents - greatest(0, r.cents - later)) order by place)
        from (
          select cents, place, coalesce(sum(cents) over (order by place desc
            rows between unbounded preceding and 1 preceding), 0)::bigint as later
          from unnest(left_of[:bought_until]) with ordinality as b (cents, place)
        ) b
      ), '{}') || left_of[bought_until + 1:]
    from walk w join brought_back r using (key) where r.number = w.number + 1
  ), kept as (
    select b.id, b.cents
    from (select distinct on (key) ids, left_of from walk order by key, number desc) last
    cross join lateral unnest(ids, left_of) as b (id, cents)
  )`
