-- Up Migration
-- What is owed to people who have deleted their account (docs/decisions/0088-leaving-with-money.md). Nothing here says who
-- they were: the mark of their proven address is made with a key that the database does not have.
create table payee_claims (
  payee_id uuid primary key references payees,
  address_mark bytea not null check (length(address_mark) = 32),
  key_mark bytea not null check (length(key_mark) = 8),
  left_at timestamptz not null,
  -- They asked for their last payout: until then their details stay.
  pays_until timestamptz check (pays_until > left_at),
  -- Whose it is now: of who has proven the same address since. What is left goes to them from `moves_from` on.
  claimed_by uuid references payees check (claimed_by <> payee_id),
  claimed_at timestamptz,
  moves_from timestamptz check (moves_from > claimed_at),
  check (num_nonnulls(claimed_by, claimed_at, moves_from) in (0, 3))
);
create index payee_claims_address on payee_claims (address_mark) where claimed_by is null;
create index payee_claims_claimed_by on payee_claims (claimed_by);
create trigger payee_claims_never_change before update of payee_id, address_mark, key_mark, left_at, pays_until
  on payee_claims for each row execute function refuse_change();
-- Of two who claim at once, one does.
create trigger payee_claims_once before update of claimed_by, claimed_at, moves_from on payee_claims
  for each row when (old.claimed_by is not null) execute function refuse_change();
create trigger payee_claims_stay before delete on payee_claims
  for each row when (old.claimed_by is not null) execute function refuse_change();
create trigger payee_claims_keep before truncate on payee_claims for each statement execute function refuse_change();

-- Only of somebody who has left, and only for somebody with a proven address.
create function payee_claim_is_right() returns trigger language plpgsql as $$
begin
  if new.claimed_by is null and exists (select from payees where id = new.payee_id and user_id is not null) then
    raise exception 'payee % has not left', new.payee_id
      using errcode = 'check_violation', constraint = 'payee_claims_left';
  end if;
  if new.claimed_by is not null and not exists (
    select from payees y join users u on u.id = y.user_id where y.id = new.claimed_by and u.email_verified_at is not null
  ) then
    raise exception 'payee % has no proven address', new.claimed_by
      using errcode = 'check_violation', constraint = 'payee_claims_proven';
  end if;
  return null;
end $$;
create constraint trigger payee_claims_left after insert on payee_claims
  deferrable initially deferred for each row execute function payee_claim_is_right();
create trigger payee_claims_proven after update of claimed_by on payee_claims
  for each row execute function payee_claim_is_right();

-- What went from a former payee to who has claimed it: two rows of the ledger that come to nothing.
create table claim_moves (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payee_claims,
  amount_cents bigint not null check (amount_cents <> 0),
  moved_at timestamptz not null
);
create index claim_moves_payee on claim_moves (payee_id);
create trigger claim_moves_append_only before update or delete on claim_moves
  for each row execute function refuse_change();
create trigger claim_moves_keep before truncate on claim_moves for each statement execute function refuse_change();

create function claim_move_is_booked() returns trigger language plpgsql as $$
begin
  if (
    select count(*) from payee_claims c join earnings_ledger l
      on l.order_item_id is null and l.transaction_type = 'manual_adjustment' and
        (l.evidence ->> 'reference', l.payee_id, l.user_amount_cents) in (
          (new.id || ':from', c.payee_id, -new.amount_cents), (new.id || ':to', c.claimed_by, new.amount_cents))
    where c.payee_id = new.payee_id and c.moves_from <= new.moved_at
  ) <> 2 then
    raise exception 'the move % of a claim is not booked', new.id
      using errcode = 'check_violation', constraint = 'claim_moves_booked';
  end if;
  return null;
end $$;
create constraint trigger claim_moves_booked after insert on claim_moves
  deferrable initially deferred for each row execute function claim_move_is_booked();
