/**
 * The tables `returned` and `kept`: what returns leave of Fee-Earnings items, of all that stand of the keys in `named`
 * that have a return (decisions: Imports). A return takes from what was bought on its day or before, the latest first,
 * so that of an item is left what the sum of all rows, from it on, never takes away again. Of a return nothing is left.
 */
export const keptOfReturned = `
  returned as (
    select fee_key from (select distinct fee_key from named where fee_key is not null) n
    cross join lateral (
      select from order_observations where fee_key = n.fee_key and commission_cents < 0 limit 1
    ) has_return
  ), kept as (
    select order_item_id,
      greatest(0, commission_cents - sum + min(sum) over (partition by fee_key
        order by order_date desc, commission_cents < 0 desc, order_item_id desc rows unbounded preceding)) as cents
    from (
      select s.*, (sum(commission_cents) over (partition by s.fee_key
        order by order_date, commission_cents < 0, order_item_id rows unbounded preceding))::bigint as sum
      from returned cross join lateral (
        select o.fee_key, o.order_item_id, o.order_date, o.commission_cents
        from order_observations o
        join import_days d on d.import_id = o.batch_id and d.day = o.order_date and d.counts
        where o.fee_key = returned.fee_key offset 0
      ) s
    ) told
  )`
