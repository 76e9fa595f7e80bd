-- Up Migration

-- What each order that pays is worth in each earning month, as reports say now
-- (docs/product/ledger.md#earning-months): what Amazon pays for goes by the month in which it was shipped.
create view order_months as
  select order_item_id, marketplace, to_char(coalesce(shipped_on, order_date), 'YYYY-MM') as earning_month, commission_cents
  from amazon_orders
  where observation_id is not null and order_status = 'shipped';
