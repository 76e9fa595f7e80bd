-- A debt moves at once to the person who has claimed the account; money moves after the waiting time.
create or replace function check_claim_move_booked() returns trigger language plpgsql
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

create constraint trigger claim_moves_booked after insert on claim_moves
  deferrable initially deferred for each row execute function check_claim_move_booked();
