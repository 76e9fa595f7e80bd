-- Up Migration

-- What became of every row of a file. `total` is of order items; rows beside an item's first are one with it.
alter table import_batches
  add column combined integer not null default 0 check (combined >= 0),
  add column waiting_returns integer not null default 0 check (waiting_returns >= 0),
  -- Orders of other reports that merging changed besides.
  add column others_changed integer not null default 0 check (others_changed >= 0);
