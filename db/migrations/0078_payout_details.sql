-- Up Migration
-- Where a creator is paid, encrypted with a key that the database does not have (docs/decisions/0081-payout-runs.md).
-- A payee has at most two: those that count, and those that will from `counts_from` on.
create table payout_details (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  method text not null check (method in ('paypal', 'wise', 'other')),
  -- Account, legal name and country: bound to the payee, so that in another's row it cannot be read.
  sealed bytea not null,
  -- Which key it was encrypted with, by which those that cannot be read are told from others.
  key_mark bytea not null check (length(key_mark) = 8),
  -- The same for the same account, whoever has it: it shows two payees that are paid at one.
  account_mark bytea not null check (length(account_mark) = 32),
  counts_from timestamptz not null,
  created_at timestamptz not null,
  check (counts_from > created_at)
);
create index payout_details_payee on payout_details (payee_id, counts_from);
create index payout_details_account on payout_details (account_mark);
-- A change is another row.
create trigger payout_details_never_change before update on payout_details
  for each row execute function refuse_change();
