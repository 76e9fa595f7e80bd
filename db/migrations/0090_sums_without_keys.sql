-- Up Migration
-- Sums of the ledger are written by its triggers alone, from rows whose own foreign keys name the same orders, payees and
-- products, and which nobody can remove (docs/decisions/0025-matching.md). Checking each again for every row of a
-- sum took a quarter of what appending rows takes.
alter table earnings_orders
  drop constraint earnings_orders_order_item_id_fkey,
  drop constraint earnings_orders_payee_id_fkey,
  drop constraint earnings_orders_product_id_fkey;
alter table earnings_product_quarters
  drop constraint earnings_product_quarters_payee_id_fkey,
  drop constraint earnings_product_quarters_product_id_fkey;
alter table earnings_quarters drop constraint earnings_quarters_payee_id_fkey;
