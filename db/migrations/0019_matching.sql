-- Up Migration
-- Candidates of the matcher: tombstones too, since orders arrive up to 89 days after a click.
create index products_of_asin on products (marketplace, asin) where not asin_is_made_up;

-- Carries the order's date, so that a state's newest orders are one index range.
alter table order_matches
  add column order_date date not null,
  -- Set where an admin decided: the matcher leaves it alone.
  add column is_held boolean not null default false,
  add check (confidence <> 'manual' or is_held);
drop index order_matches_state;
create index order_matches_state on order_matches (confidence, order_date desc, order_item_id desc);
-- And so are a payee's.
drop index order_matches_payee;
create index order_matches_payee on order_matches (payee_id, order_date desc, order_item_id desc)
  where payee_id is not null;

-- The newest orders with ledger rows, by their first.
create index earnings_ledger_first on earnings_ledger (created_at desc, id desc) where pair_sequence = 1;

alter table tracking_ids
  add column note text check (length(note) <= 500),
  add column created_at timestamptz not null;
create index tracking_ids_payee on tracking_ids (payee_id);

-- The audit log cannot be rewritten; only who did something is forgotten with their account.
create trigger admin_audit_append_only before delete on admin_audit
  for each row execute function refuse_change();
create trigger admin_audit_unchanged before update of id, action, subject, details, created_at on admin_audit
  for each row execute function refuse_change();
create trigger admin_audit_keep before truncate on admin_audit
  for each statement execute function refuse_change();
