-- Up Migration

-- What became of each order in a matching or a calculation, so that each number of the run leads to its orders. No foreign
-- keys, which would be looked at for each of a million rows: neither runs nor orders are ever deleted.
create table run_orders (
  run_id uuid not null,
  outcome text not null
    check (outcome in ('high', 'medium', 'unknown', 'left_alone', 'processed', 'unchanged')),
  order_item_id text not null,
  primary key (run_id, outcome, order_item_id)
);

-- False for runs of before this was kept: their numbers lead nowhere.
alter table order_runs add column orders_listed boolean not null default false;
alter table order_runs alter column orders_listed set default true;
