-- Up Migration
-- While an order's date lasts its match is provisional: each matching decides it anew, so that the times of runs change
-- nothing (docs/decisions/0025-matching.md). What an admin decided is final at once.
alter table order_matches
  add column is_provisional boolean not null default false,
  add check (not (is_held and is_provisional));
-- What a matching looks at beside what waits for it.
create index order_matches_provisional on order_matches (order_item_id) where is_provisional;

-- Dates that may not be over anywhere: the next matching decides on them, and says so of those that are.
update order_matches set is_provisional = true where order_date >= current_date - 1 and not is_held;
