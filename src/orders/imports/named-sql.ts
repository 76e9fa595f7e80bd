/**
 * The items that an import may affect: its own, those of the days that it covers, and those shipped later.
 * `counting_id` is the observation of a row of Fee-Earnings that counts.
 */
export const namedBy = (importId: string, isReported: boolean) => `
  select order_item_id, null::text as fee_key, ${isReported} as is_reported, null::uuid as counting_id from order_observations
  where batch_id = '${importId}' and fee_key is null
  union all
  select e.item, null, false, null
  from (
    select reported_id as id from order_parts where import_id = '${importId}'
    union
    select p.reported_id from order_parts p
    where exists (select from order_observations o
      where o.batch_id = '${importId}' and o.order_item_id = p.reported_id)
  ) reported
  cross join lateral (
    select reported.id as item union select order_item_id from order_parts where reported_id = reported.id
  ) e
  union all
  select order_item_id, fee_key, ${isReported}, null from fee_rows where import_id = '${importId}'
  union all
  select r.order_item_id, r.fee_key, false, r.observation_id
  from import_days mine
  join import_days d on (d.marketplace, d.format, d.day) = (mine.marketplace, mine.format, mine.day) and d.counts
  join fee_rows r on r.import_id = d.import_id and r.day = d.day
  where mine.import_id = '${importId}'
  union all
  -- A row that Folio's CSV pays for may never have been an order.
  select r.order_item_id, r.fee_key, false, null
  from same_sales t
  cross join lateral (select order_item_id, fee_key, day from fee_rows where order_item_id = t.fee_item_id limit 1) r
  where exists (select from import_days d where d.import_id = '${importId}' and d.format = 'fee_earnings' and d.day = r.day)
  union all
  select o.order_item_id, (select fee_key from fee_rows where order_item_id = o.order_item_id limit 1), false, null
  from (select marketplace, format, day from import_days
        where import_id = '${importId}' and format <> 'folio_csv') d
  join amazon_orders o on o.marketplace = d.marketplace and o.format = 'fee_earnings'
    and o.shipped_on between d.day and d.day + case d.format when 'fee_orders' then 30 else 0 end`
