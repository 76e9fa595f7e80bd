-- When a transaction ends, the ledger has what its answers move: two rows that add up to zero, or none.
create or replace function check_debt_answer_booked() returns trigger language plpgsql
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
  deferrable initially deferred for each row execute function check_debt_answer_booked();
