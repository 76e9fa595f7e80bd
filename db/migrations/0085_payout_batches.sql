-- Up Migration
-- Payments that are handed to a provider by its API (docs/decisions/0081-payout-runs.md).
create table payout_batches (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  -- What the provider knows it by: sent again under the same name it is no second one.
  name text not null unique check (length(name) between 1 and 30),
  state text not null default 'sending' check (state in ('sending', 'sent', 'settled', 'refused', 'lost')),
  -- An attempt was never answered, so the provider may have it.
  is_unanswered boolean not null default false,
  provider_reference text check (length(provider_reference) between 1 and 100),
  sent_at timestamptz,
  problem text check (problem <> ''),
  requested_by uuid references users on delete set null,
  requested_at timestamptz not null,
  check ((state in ('sent', 'settled')) = (provider_reference is not null and sent_at is not null)),
  -- A refusal is believed only where no other attempt may have been taken.
  check (not (is_unanswered and state in ('sent', 'settled', 'refused')))
);
create index payout_batches_run on payout_batches (run_id);
create index payout_batches_requested_by on payout_batches (requested_by);
create trigger payout_batches_never_change before update of id, run_id, name, requested_at on payout_batches
  for each row execute function refuse_change();
create trigger payout_batches_known before update of provider_reference, sent_at on payout_batches
  for each row when (old.provider_reference is not null) execute function refuse_change();
create trigger payout_batches_ended before update of state on payout_batches
  for each row when (old.state in ('settled', 'refused', 'lost') or (old.state = 'sent' and new.state not in ('sent', 'settled')))
  execute function refuse_change();
create trigger payout_batches_stay before delete on payout_batches for each row execute function refuse_change();
create trigger payout_batches_keep before truncate on payout_batches for each statement execute function refuse_change();

-- A line is in one batch, ever.
create table payout_batch_lines (
  line_id uuid primary key references payout_lines,
  batch_id uuid not null references payout_batches
);
create index payout_batch_lines_batch on payout_batch_lines (batch_id);
create trigger payout_batch_lines_append_only before update or delete on payout_batch_lines
  for each row execute function refuse_change();
create trigger payout_batch_lines_keep before truncate on payout_batch_lines
  for each statement execute function refuse_change();

-- While nobody knows whether the provider has a batch, nothing of it goes back to a balance: it may still be paid.
create function payout_line_is_not_sending() returns trigger language plpgsql as $$
begin
  if exists (
    select from payout_batch_lines m join payout_batches b on b.id = m.batch_id
    where m.line_id = new.id and b.state = 'sending'
  ) then
    raise exception 'payout line % is being sent', new.id
      using errcode = 'check_violation', constraint = 'payout_lines_sending';
  end if;
  return null;
end $$;
create trigger payout_lines_sending after update of state on payout_lines
  for each row when (new.state in ('failed', 'returned', 'cancelled')) execute function payout_line_is_not_sending();
