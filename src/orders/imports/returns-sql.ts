import { stagingTable } from './reports/sql.ts'

/**
 * Tables for the products in `named` that have a return in Fee-Earnings, over all standing files. They end with
 * `remaining`, what returns leave of Fee-Earnings items and what of each return waits for a purchase (decision 24),
 * and `taken`, what returns take from orders of Folio's CSV (decision 39).
 */
export const remainingOfReturned = (importId: string) => `
  returned as materialized (
    select item
    from (
      select left(fee_key, -13) as item from named where fee_key is not null
      union
      select 'fee-' || b.marketplace || '-' || s.asin
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
      select 'fee-' || b.marketplace || '-' || s.asin, n.order_item_id
      from named n join order_observations s using (order_item_id) join import_batches b on b.id = s.batch_id
      where n.fee_key is null and 'fee-' || b.marketplace || '-' || s.asin in (select item from waiting_items)
    ) each_order
    group by item
  ), taken as (
    select t.* from bought_by_csv c cross join lateral returns_of_csv_orders(c.item, c.orders, '${importId}') t
  )`

/** The table `affected`: the orders of a staged import with returns, in this import or in any other. */
export const withReturns = (importId: string) => `affected as materialized (
    select order_item_id, true as is_reported, null::uuid as only_id, null::bigint as remaining_cents, null::bigint as waiting_cents,
      null::text as taken_from_id, 0 as taken_cents, 0 as taken_pieces, 0 as twin_cents,
      null::jsonb as back_months, null::jsonb as twin_months
    from (
      select order_item_id from ${stagingTable(importId)} where returns is not null
      union
      select s.order_item_id from ${stagingTable(importId)} s join order_observations o using (order_item_id)
      where o.returns is not null
    ) reported
  )`
