-- Up Migration
-- Who has left owing something owes it again under a new account (docs/decisions/0088-leaving-with-money.md).

-- The mark of the payout account that counted when they left, which asks an admin where somebody is paid at it again.
alter table payee_claims add column account_mark bytea check (length(account_mark) = 32);
create index payee_claims_account on payee_claims (account_mark) where claimed_by is null;
drop trigger payee_claims_never_change on payee_claims;
create trigger payee_claims_never_change
  before update of payee_id, address_mark, key_mark, left_at, pays_until, account_mark
  on payee_claims for each row execute function refuse_change();

-- A debt moves at once to whoever has claimed the account; money moves after the wait.
create or replace function claim_move_is_booked() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if (
    select count(*) from payee_claims c join earnings_ledger l
      on l.order_item_id is null and l.transaction_type = 'manual_adjustment' and
        (l.evidence ->> 'reference', l.payee_id, l.user_amount_cents) in (
          (new.id || ':from', c.payee_id, -new.amount_cents), (new.id || ':to', c.claimed_by, new.amount_cents))
    where c.payee_id = new.payee_id and (c.moves_from <= new.moved_at or new.amount_cents < 0)
  ) <> 2 then
    raise exception 'the move % of a claim is not booked', new.id
      using errcode = 'check_violation', constraint = 'claim_moves_booked';
  end if;
  return null;
end $$;

-- Whether what a former payee owes is of another one who is paid at the same account, as an admin has said: it moved then,
-- or they are never asked of these two again.
create table debt_answers (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references former_payees,
  of_payee_id uuid not null references payees check (of_payee_id <> payee_id),
  moved_cents bigint not null check (moved_cents >= 0),
  reason text not null check (reason <> ''),
  answered_at timestamptz not null
);
create unique index debt_answers_no on debt_answers (payee_id, of_payee_id) where moved_cents = 0;
create index debt_answers_of on debt_answers (of_payee_id);
create trigger debt_answers_append_only before update or delete on debt_answers
  for each row execute function refuse_change();
create trigger debt_answers_keep before truncate on debt_answers for each statement execute function refuse_change();

create function debt_answer_is_booked() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if (
    select count(*) from earnings_ledger l
    where l.order_item_id is null and l.transaction_type = 'manual_adjustment'
      and (l.evidence ->> 'reference', l.payee_id, l.user_amount_cents) in (
        (new.id || ':from', new.payee_id, new.moved_cents), (new.id || ':to', new.of_payee_id, -new.moved_cents))
  ) <> (case when new.moved_cents = 0 then 0 else 2 end) then
    raise exception 'the debt that % moves is not booked', new.id
      using errcode = 'check_violation', constraint = 'debt_answers_booked';
  end if;
  return null;
end $$;
create constraint trigger debt_answers_booked after insert on debt_answers
  deferrable initially deferred for each row execute function debt_answer_is_booked();
