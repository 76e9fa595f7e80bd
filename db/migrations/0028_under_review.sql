-- Up Migration
-- What is contested, or may be a creator's own purchase, is under review: an admin decides before any of it is payable
-- (docs/decisions/0034-contested-evidence.md).
alter table order_matches
  add column review text check (review in ('several_creators', 'own_purchase')),
  add check (review is null or (payee_id is not null and not is_held));
create index order_matches_review on order_matches (order_date desc, order_item_id desc) where review is not null;

-- By which a visitor is known as the owner who looked at a page of theirs the same day; a visitor's hash is of one day.
create index clicks_of_owners on clicks (visitor) where outcome = 'owner';

-- Facts beside the ledger: from when on an order's rows of a payee are held back, and when that ended. They take turns, a
-- hold first, so the last one's place tells which it is.
create table earnings_holds (
  order_item_id text not null references amazon_orders,
  payee_id uuid not null references payees,
  place integer not null check (place > 0),
  -- Why it is held; of a release, why it was.
  reason text not null check (reason in ('several_creators', 'own_purchase')),
  -- The reports' day.
  on_day date not null,
  created_at timestamptz not null,
  primary key (order_item_id, payee_id, place)
);
create index earnings_holds_payee on earnings_holds (payee_id, order_item_id);
create trigger earnings_holds_append_only before update or delete on earnings_holds
  for each row execute function refuse_change();
create trigger earnings_holds_keep before truncate on earnings_holds
  for each statement execute function refuse_change();

-- Why an order's rows of a payee are under review now; null where they are not. The one place that says so.
create function under_review(payee uuid, order_item text) returns text language sql stable parallel safe
return (
  select case when place % 2 = 1 then reason end
  from earnings_holds h
  where h.order_item_id = order_item and h.payee_id = payee
  order by place desc limit 1
);
