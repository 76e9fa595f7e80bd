-- Up Migration
-- What a draft was to pay and did not: whoever was not due any more as drafted when it was approved. The line goes, this
-- stays (docs/product/payouts.md#payout-runs).
create table payout_drops (
  -- The line's.
  id uuid primary key,
  run_id uuid not null references payout_runs,
  place integer not null check (place > 0),
  payee_id uuid not null references payees,
  amount_cents bigint not null check (amount_cents > 0),
  -- Why they are not due; or other payout details count by now, or less is available.
  why text not null check (why <> ''),
  dropped_at timestamptz not null,
  unique (run_id, place)
);
create index payout_drops_payee on payout_drops (payee_id);
create trigger payout_drops_never_change before update or delete on payout_drops
  for each row execute function refuse_change();
create trigger payout_drops_keep before truncate on payout_drops for each statement execute function refuse_change();

-- A line goes while it is a draft, and only by being noted so.
create function payout_line_is_dropped() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state = 'draft' and exists (
    select from payout_drops
    where (id, run_id, place, payee_id, amount_cents) = (old.id, old.run_id, old.place, old.payee_id, old.amount_cents)
  ) then return old; end if;
  raise exception 'a payout line stays' using errcode = 'check_violation', constraint = 'payout_lines_stay';
end $$;
drop trigger payout_lines_stay on payout_lines;
create trigger payout_lines_stay before delete on payout_lines
  for each row execute function payout_line_is_dropped();
