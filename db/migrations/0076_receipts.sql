-- Up Migration
-- What Amazon has paid for a month of a marketplace (docs/decisions/0114-earning-months.md). A receipt never
-- changes: one that was written down wrongly is reversed once, and another written down.
create table receipts (
  id uuid primary key default uuidv7(),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  earning_month date not null check (extract(day from earning_month) = 1),
  amount_cents bigint not null check (amount_cents > 0),
  received_on date not null,
  -- The payment's own, by which it is found in the bank's and Amazon's lists.
  reference text not null check (reference <> ''),
  recorded_by uuid references users on delete set null,
  recorded_at timestamptz not null,
  reversed_at timestamptz,
  reversed_by uuid references users on delete set null,
  reversal_reason text check (reversal_reason <> ''),
  check ((reversed_at is null) = (reversal_reason is null) and (reversed_at is not null or reversed_by is null))
);
-- One payment is not counted twice.
create unique index receipts_reference on receipts (reference) where reversed_at is null;
create index receipts_month on receipts (earning_month, marketplace);
create index receipts_recorded_by on receipts (recorded_by);
create index receipts_reversed_by on receipts (reversed_by);
create trigger receipts_never_change
  before update of id, marketplace, earning_month, amount_cents, received_on, reference, recorded_at on receipts
  for each row execute function refuse_change();
create trigger receipts_reversed_once before update of reversed_at, reversal_reason on receipts
  for each row when (old.reversed_at is not null) execute function refuse_change();
create trigger receipts_stay before delete on receipts for each row execute function refuse_change();
create trigger receipts_keep before truncate on receipts for each statement execute function refuse_change();
