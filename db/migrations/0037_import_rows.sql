-- Up Migration

-- What became of an import's rows, so that each number of its count leads to them. Those in none of these changed nothing.
create table import_rows (
  import_id uuid not null references import_batches,
  outcome text not null check (outcome in ('imported', 'updated', 'waiting_returns', 'combined')),
  order_item_id text not null,
  -- Of a row that is one with another: which one it was. Of an order's own row the observation has it.
  line integer not null default 0 check (line >= 0),
  primary key (import_id, outcome, order_item_id, line)
);

-- False for what was merged before rows were kept.
alter table import_batches add column rows_listed boolean not null default false;

-- An import's observations in the order of their items, page by page; written in this order.
create index order_observations_of_import on order_observations (batch_id, order_item_id);
drop index order_observations_batch;
