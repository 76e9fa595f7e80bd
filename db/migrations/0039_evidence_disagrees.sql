-- Up Migration
-- A posted match that is final stays, whatever becomes known later; where that would give the order to another creator, an
-- admin sees both claims and decides (docs/decisions/0034-contested-evidence.md).
create table order_disagreements (
  order_item_id text primary key references amazon_orders,
  -- The order's, so that the newest are one index range.
  order_date date not null,
  -- Whose the order would be by all that is known, and by what.
  payee_id uuid not null references payees,
  product_id uuid references products,
  short_link_id text references short_links,
  confidence text not null check (confidence in ('high', 'medium')),
  reason text not null,
  evidence jsonb not null,
  found_at timestamptz not null
);
create index order_disagreements_newest on order_disagreements (order_date desc, order_item_id desc);
create index order_disagreements_payee on order_disagreements (payee_id);
create index order_disagreements_product on order_disagreements (product_id) where product_id is not null;

-- What the evidence said when an admin decided, as {payee_id, evidence}: the same later is no news to them.
alter table order_matches
  add column judged jsonb,
  add check (judged is null or is_held);

-- Visits that were written down long after they happened: of them, those that came after a match was final are looked for. In
-- the order in which they came.
create index clicks_late on clicks (uuid_extract_timestamp(id))
  where outcome in ('counted', 'repeat') and uuid_extract_timestamp(id) - clicked_at > interval '10 minutes';
-- Up to where they have been looked at: one row.
create table late_visits_mark (
  is_one boolean primary key default true check (is_one),
  seen_until timestamptz not null
);
insert into late_visits_mark (seen_until) values (now());
