import { type RawBuilder, sql } from 'kysely'

/**
 * The tables that end with `kept`: what is left of each Fee-Earnings item of `standing` of whose like something came back,
 * and what of each return waits (decision 24): within a sub tag, then of what was bought without one. The returns of a key come one
 * after the other, each from what was bought until its day, the latest first; what was bought is a list in the order of its days.
 */
export const keptByReturns: RawBuilder<unknown> = sql`
  same_items as (
    select id, order_item_id, order_date, abs(commission_cents) as cents, commission_cents < 0 as is_return,
      concat_ws(' ', fee_key, coalesce(sub_tag, '')) as key
    from standing where format = 'fee_earnings'
  ), same_back as (
    select *, row_number() over (partition by key order by order_date, order_item_id) as number,
      (select count(*) from same_items b where b.key = r.key and not b.is_return and b.order_date <= r.order_date) as until
    from same_items r where is_return
  ), same_steps as (
    select key, 0::bigint as number, null::uuid as back_id, 0::numeric as rest,
      coalesce(array_agg(id order by order_date, order_item_id) filter (where not is_return), '{}') as ids,
      coalesce(array_agg(cents order by order_date, order_item_id) filter (where not is_return), '{}') as left_of
    from same_items where key in (select key from same_back) group by key
    union all
    select key, r.number, r.id,
      greatest(0, r.cents - coalesce((select sum(c) from unnest(left_of[:until]) as c), 0)), ids, coalesce((
        select array_agg(greatest(0, cents - greatest(0, r.cents - later)) order by place)
        from (
          select cents, place, coalesce(sum(cents) over (order by place desc
            rows between unbounded preceding and 1 preceding), 0)::bigint as later
          from unnest(left_of[:until]) with ordinality as b (cents, place)
        ) b
      ), '{}') || left_of[until + 1:]
    from same_steps w join same_back r using (key) where r.number = w.number + 1
  ), same_last as (
    select distinct on (key) ids, left_of from same_steps order by key, number desc
  ), same_left as (
    select b.id, b.cents from same_last cross join lateral unnest(ids, left_of) as b (id, cents)
  ), same_rest as (
    select back_id as id, rest::bigint as cents from same_steps where back_id is not null
  ), other_items as (
    select s.id, s.order_item_id, s.order_date, coalesce(l.cents, r.cents, abs(s.commission_cents)) as cents,
      s.commission_cents < 0 as is_return, s.fee_key as key
    from standing s left join same_left l using (id) left join same_rest r using (id)
    where format = 'fee_earnings' and (coalesce(s.sub_tag, '') = '') = (s.commission_cents >= 0)
  ), other_back as (
    select *, row_number() over (partition by key order by order_date, order_item_id) as number,
      (select count(*) from other_items b where b.key = r.key and not b.is_return and b.order_date <= r.order_date) as until
    from other_items r where is_return
  ), other_steps as (
    select key, 0::bigint as number, null::uuid as back_id, 0::numeric as rest,
      coalesce(array_agg(id order by order_date, order_item_id) filter (where not is_return), '{}') as ids,
      coalesce(array_agg(cents order by order_date, order_item_id) filter (where not is_return), '{}') as left_of
    from other_items where key in (select key from other_back) group by key
    union all
    select key, r.number, r.id,
      greatest(0, r.cents - coalesce((select sum(c) from unnest(left_of[:until]) as c), 0)), ids, coalesce((
        select array_agg(greatest(0, cents - greatest(0, r.cents - later)) order by place)
        from (
          select cents, place, coalesce(sum(cents) over (order by place desc
            rows between unbounded preceding and 1 preceding), 0)::bigint as later
          from unnest(left_of[:until]) with ordinality as b (cents, place)
        ) b
      ), '{}') || left_of[until + 1:]
    from other_steps w join other_back r using (key) where r.number = w.number + 1
  ), other_last as (
    select distinct on (key) ids, left_of from other_steps order by key, number desc
  ), other_left as (
    select b.id, b.cents from other_last cross join lateral unnest(ids, left_of) as b (id, cents)
  ), other_rest as (
    select back_id as id, rest::bigint as cents from other_steps where back_id is not null
  ), kept as (
    select id, coalesce(other_left.cents, same_left.cents) as cents,
      coalesce(other_rest.cents, same_rest.cents, 0) as waiting_cents
    from same_left full join other_left using (id) full join same_rest using (id) full join other_rest using (id)
  )`
