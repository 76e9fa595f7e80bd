-- Up Migration

-- Orders that a matching could not decide on in the time that a statement may take are listed with its others.
alter table run_orders drop constraint run_orders_outcome_check;
alter table run_orders add constraint run_orders_outcome_check
  check (outcome in ('high', 'medium', 'unknown', 'left_alone', 'timed_out', 'processed', 'unchanged'));
