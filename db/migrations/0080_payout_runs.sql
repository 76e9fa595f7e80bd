-- Up Migration
-- Payout runs (docs/decisions/0081-payout-runs.md): a draft freezes who is paid how much and where; approving it writes
-- the payouts to the ledger. Nothing of a run is changed or deleted afterwards but how far it is.
create table payout_runs (
  id uuid primary key default uuidv7(),
  number integer not null unique check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'approved', 'discarded')),
  total_cents bigint not null check (total_cents > 0),
  drafted_by uuid references users on delete set null,
  drafted_at timestamptz not null,
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  check ((state = 'draft') = (decided_at is null))
);
-- What is available counts for one draft alone.
create unique index payout_runs_one_draft on payout_runs (state) where state = 'draft';
create index payout_runs_drafted_by on payout_runs (drafted_by);
create index payout_runs_decided_by on payout_runs (decided_by);
create trigger payout_runs_never_change before update of id, number, total_cents, drafted_at on payout_runs
  for each row execute function refuse_change();
create trigger payout_runs_decided_once before update of state, decided_at on payout_runs
  for each row when (old.state <> 'draft') execute function refuse_change();
create trigger payout_runs_stay before delete on payout_runs for each row execute function refuse_change();
create trigger payout_runs_keep before truncate on payout_runs for each statement execute function refuse_change();

create table payout_lines (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  place integer not null check (place > 0),
  payee_id uuid not null references payees,
  amount_cents bigint not null check (amount_cents > 0),
  -- The details as they were, which outlive those of the account: books have to say where money went.
  details_id uuid not null,
  method text not null check (method in ('paypal', 'wise', 'other')),
  sealed bytea not null,
  key_mark bytea not null,
  state text not null default 'draft'
    check (state in ('draft', 'approved', 'sent', 'paid', 'failed', 'returned', 'cancelled')),
  state_at timestamptz not null,
  -- Why it came to its state, which the creator reads, and what the provider calls the payment.
  reason text check (length(reason) between 1 and 500),
  provider_reference text check (length(provider_reference) between 1 and 100),
  -- A word of the provider's that nobody knew: an admin has to look.
  attention text check (length(attention) between 1 and 100),
  unique (run_id, place),
  -- A payee is paid once a run.
  unique (run_id, payee_id)
);
create index payout_lines_payee on payout_lines (payee_id, id desc);
create trigger payout_lines_never_change
  before update of id, run_id, place, payee_id, amount_cents, details_id, method, sealed, key_mark on payout_lines
  for each row execute function refuse_change();
create trigger payout_lines_stay before delete on payout_lines for each row execute function refuse_change();
create trigger payout_lines_keep before truncate on payout_lines for each statement execute function refuse_change();

create function step_payout_line() returns trigger language plpgsql as $$
begin
  if old.state = new.state and new.state = 'sent' then return new; end if;
  if (old.state, new.state) in (('draft', 'approved'), ('approved', 'sent'), ('approved', 'cancelled'), ('sent', 'paid'),
    ('sent', 'failed'), ('sent', 'returned'), ('paid', 'returned')) then return new; end if;
  raise exception 'a payout line does not go from % to %', old.state, new.state
    using errcode = 'check_violation', constraint = 'payout_lines_step';
end $$;
create trigger payout_lines_step before update of state on payout_lines
  for each row execute function step_payout_line();

-- At the end of a transaction the ledger holds each line's payout once, and what came back of those that failed.
create function payout_line_is_booked() returns trigger language plpgsql as $$
declare
  -- As it is in the end: a transaction may take several steps.
  now_is text := (select state from payout_lines where id = new.id);
begin
  if not exists (select from earnings_ledger where order_item_id is null and transaction_type = 'payout'
      and evidence ->> 'reference' = new.id::text and payee_id = new.payee_id and user_amount_cents = -new.amount_cents)
    or now_is in ('failed', 'returned', 'cancelled') <>
      exists (select from earnings_ledger where order_item_id is null and transaction_type = 'payout_reversal'
        and evidence ->> 'reference' = new.id::text and payee_id = new.payee_id and user_amount_cents = new.amount_cents)
  then
    raise exception 'payout line % is not booked as %', new.id, now_is
      using errcode = 'check_violation', constraint = 'payout_lines_booked';
  end if;
  return null;
end $$;
create constraint trigger payout_lines_booked after update of state on payout_lines
  deferrable initially deferred for each row execute function payout_line_is_booked();

-- What was handed to a provider, encrypted, byte for byte as long as the run exists.
create table payout_files (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  kind text not null check (kind in ('paypal', 'wise', 'csv')),
  part integer not null check (part > 0),
  name text not null,
  rows integer not null check (rows > 0),
  sealed bytea not null,
  key_mark bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  unique (run_id, kind, part)
);
create trigger payout_files_never_change before update or delete on payout_files
  for each row execute function refuse_change();
create trigger payout_files_keep before truncate on payout_files for each statement execute function refuse_change();

-- Providers pay twice what they are sent twice, so each fetch is noted.
create table payout_file_fetches (
  id uuid primary key default uuidv7(),
  file_id uuid not null references payout_files,
  fetched_by uuid references users on delete set null,
  fetched_at timestamptz not null
);
create index payout_file_fetches_file on payout_file_fetches (file_id);
create index payout_file_fetches_by on payout_file_fetches (fetched_by);
create trigger payout_file_fetches_stay before delete on payout_file_fetches
  for each row execute function refuse_change();
