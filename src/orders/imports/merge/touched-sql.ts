import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'

/**
 * Orders to fold, as rows of `order_item_id`, `fee_key` (null for Folio's CSV), `is_reported` (the import has it), and
 * `counting_id`: the observation that is the order's state if nothing else competes with it.
 */
export type Orders = RawBuilder<unknown>

/**
 * The orders that an import touches: its own, those of the days that it covers, and those shipped later. Reads `newest`
 * of the statement.
 */
export const ordersTouchedBy = (importId: string, isReported: boolean): Orders => sql`
  select order_item_id, null::text as fee_key, ${isReported}::boolean as is_reported,
    case when (select is_newest from newest) then id end as counting_id
  from order_observations
  where batch_id = ${importId} and fee_key is null
  union all
  -- An id in whole and its parts exclude each other.
  select e.item, null, false, null
  from (
    select reported_id as id from order_parts where import_id = ${importId}
    union
    select p.reported_id from order_parts p
    where exists (select from order_observations o
      where o.batch_id = ${importId} and o.order_item_id = p.reported_id)
  ) reported
  cross join lateral (
    select reported.id as item union select order_item_id from order_parts where reported_id = reported.id
  ) e
  union all
  select order_item_id, fee_key, ${isReported}::boolean, null from fee_rows where import_id = ${importId}
  union all
  select r.order_item_id, r.fee_key, false, r.observation_id
  from import_days mine
  join import_days d on (d.marketplace, d.format, d.day) = (mine.marketplace, mine.format, mine.day) and d.counts
  join fee_rows r on r.import_id = d.import_id and r.day = d.day
  where mine.import_id = ${importId}
  union all
  -- A row that Folio's CSV pays for may never have been an order.
  select r.order_item_id, r.fee_key, false, null
  from same_sales t
  cross join lateral (select order_item_id, fee_key, day from fee_rows where order_item_id = t.fee_item_id limit 1) r
  where exists (select from import_days d where d.import_id = ${importId} and d.format = 'fee_earnings' and d.day = r.day)
  union all
  select o.order_item_id, ${feeKeyOf('o.order_item_id')}, false, null
  from (select marketplace, format, day from import_days
        where import_id = ${importId} and format <> 'folio_csv') d
  join amazon_orders o on o.marketplace = d.marketplace and o.format = 'fee_earnings'
    and o.shipped_on between d.day and d.day + case d.format when 'fee_orders' then 30 else 0 end`

/** The key of an item's rows of Fee-Earnings. */
export const feeKeyOf = (item: string) =>
  sql`(select fee_key from fee_rows where order_item_id = ${sql.ref(item)} limit 1)`

/** The product of an observation `s` of an import `b`, as keys of Fee-Earnings begin. */
const product = sql`'fee-' || b.marketplace || '-' || s.asin`

/**
 * Tables for the products in `named` that have a return in Fee-Earnings, over all files in force. They end with
 * `remaining`, what returns leave of Fee-Earnings items and how much of each return waits for a purchase (decision 24),
 * and `taken`, what returns take from orders of Folio's CSV (decision 39).
 */
const takenByReturns = (importId: string) => sql`
  returned as materialized (
    select item
    from (
      select left(fee_key, -13) as item from named where fee_key is not null
      union
      select ${product}
      from named n join order_observations s using (order_item_id) join import_batches b on b.id = s.batch_id
      where n.fee_key is null
    ) all_named
    where item in (select left(fee_key, -13) from fee_rows where cents < 0)
  ), remaining as (
    select * from left_by_returns(array(
      select distinct f.fee_key from returned cross join lateral (
        select fee_key from fee_rows where left(fee_key, -13) = returned.item and cents < 0 offset 0
      ) f))
  ), waiting_items as materialized (
    select distinct left(f.fee_key, -13) as item
    from remaining k cross join lateral (select fee_key from fee_rows where order_item_id = k.order_item_id limit 1) f
    where k.waiting_cents > 0
  ), bought_by_csv as (
    select item, array_agg(order_item_id) as orders
    from (
      select w.item, o.order_item_id
      from waiting_items w
      join amazon_orders o on o.asin = split_part(w.item, '-', 3) and o.marketplace = split_part(w.item, '-', 2)
      where o.format = 'folio_csv'
      union
      select ${product}, n.order_item_id
      from named n join order_observations s using (order_item_id) join import_batches b on b.id = s.batch_id
      -- Usually none waits: then nothing is read.
      where exists (select from waiting_items) and n.fee_key is null and ${product} in (select item from waiting_items)
    ) each_order
    group by item
  ), taken as (
    select t.* from bought_by_csv c cross join lateral returns_of_csv_orders(c.item, c.orders, ${importId}::uuid) t
  )`

/**
 * Tables that end with `affected`: the orders of `first`, their duplicates, all orders that returns may take from or no
 * longer take from, and what returns take of each.
 */
export const affectedBy = (importId: string, first: Orders) => sql`
  named_first as (${first}), named as (
    select * from named_first
    union all
    select t.fee_item_id, ${feeKeyOf('t.fee_item_id')}, false, null
    from same_sales t where t.folio_item_id in (select order_item_id from named_first)
    union all
    select t.folio_item_id, null, false, null
    from same_sales t where t.fee_item_id in (select order_item_id from named_first)
  ), ${takenByReturns(importId)}, gathered as (
    -- Grouped, not joined: the planner does not know yet how many there are.
    select order_item_id, bool_or(is_reported) as is_reported, any_value(counting_id) as counting_id, max(cents) as remaining_cents,
      max(waiting_cents) as waiting_cents, max(taken_from_id) as taken_from_id,
      coalesce(sum(taken_cents), 0)::bigint as taken_cents, coalesce(sum(taken_pieces), 0)::integer as taken_pieces,
      coalesce(sum(other_format_cents), 0)::bigint as other_format_cents, sum_months(back_months) filter (where back_months is not null) as back_months,
      sum_months(other_format_months) filter (where other_format_months is not null) as other_format_months
    from (
      select order_item_id, is_reported, counting_id, null::bigint as cents, null::bigint as waiting_cents,
        null as taken_from_id, null::bigint as taken_cents, null::integer as taken_pieces, null::bigint as other_format_cents,
        null::jsonb as back_months, null::jsonb as other_format_months
      from named
      union all select order_item_id, false, null, cents, waiting_cents, null, null, null, null, months, null from remaining
      union all select return_id, false, null, null, null, purchase_id, null, null, null, null, null from taken
      union all select purchase_id, false, null, null, null, null, cents, pieces, null,
        jsonb_build_object(to_char(day, 'YYYY-MM'), -cents), null from taken
      union all select o.taken_from_id, false, null, null, null, null, null, null, null, null, null
        from remaining join amazon_orders o using (order_item_id) where o.taken_from_id is not null
      union all select o.taken_from_id, false, null, null, null, null, null, null, null, null, null
        from named join amazon_orders o using (order_item_id) where o.taken_from_id is not null
      -- A return takes its part there, if Folio's CSV pays for the sale.
      union all select t.folio_item_id, false, null, null, null, null, null, null, r.cents - k.cents, null, k.months
        from remaining k join same_sales t on t.fee_item_id = k.order_item_id
        cross join lateral (
          select f.cents from fee_rows f join import_days d on d.import_id = f.import_id and d.day = f.day and d.counts
          where f.order_item_id = k.order_item_id limit 1) r
    ) each
    group by order_item_id
  ), affected as (
    -- Most orders have one observation that counts. The others have reported returns, or rows of both formats.
    select *, case when counting_id is not null
        and not exists (select from order_observations o where o.order_item_id = gathered.order_item_id and o.returns is not null)
        and ((select is_newest from newest) or not exists (
          select from order_observations o where o.order_item_id = gathered.order_item_id and o.fee_key is null))
      then counting_id end as only_id
    from gathered
  )`

/** The orders and rows of an admin's decisions on duplicates from a number on. */
export const ordersDecidedSince = (firstDecision: number): Orders => sql`
  select folio_item_id as order_item_id, null::text as fee_key, false as is_reported, null::uuid as counting_id
  from duplicate_decisions where id >= ${firstDecision}
  union all
  select fee_item_id, ${feeKeyOf('fee_item_id')}, false, null from duplicate_decisions where id >= ${firstDecision}`

/** No orders: only those that wait to be folded are folded. */
export const noOrders: Orders = sql`
  select null::text as order_item_id, null::text as fee_key, false as is_reported, null::uuid as counting_id where false`

/** Whether returns wait to take anew, since purchases have another creator by now. */
export async function hasOrdersToFold(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from returns_to_fold limit 1`.execute(db)
  return rows.length > 0
}
