-- What an order in another currency is worth in US cents: what is left of each month's purchases, at that month's rate.
-- Returns are taken from the earliest month first. Null while a rate is missing. The program computes the same
-- (src/orders/rates/rules.ts).
create or replace function order_dollars(item text) returns bigint language sql stable parallel safe as $$
  with months as (
    select m.earning_month, m.commission_cents as amount, o.currency
    from order_months m join amazon_orders o using (order_item_id) where m.order_item_id = item
  ), bought as (
    select earning_month, currency, amount,
      sum(amount) over (order by earning_month) - amount as before
    from months where amount > 0
  ), back as (
    select coalesce(-sum(amount) filter (where amount < 0), 0) as amount from months
  ), rest as (
    select in_dollars((b.amount - least(b.amount, greatest(0, back.amount - b.before)))::bigint, b.currency, b.earning_month)
      as cents
    from bought b, back
  )
  select case when count(cents) = count(*) then coalesce(sum(cents), 0)::bigint end from rest
$$;
