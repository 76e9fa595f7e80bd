-- Up Migration
-- Each marketplace reports in its own currency (docs/decisions/0115-every-marketplace-pays.md). Amounts of imports and
-- orders are in the smallest unit of theirs; what was read before was taken as dollars, and stays so.
alter table import_batches
  drop constraint import_batches_currency_check,
  add constraint import_batches_currency_check check (currency ~ '^[A-Z]{3}$');
alter table amazon_orders add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
