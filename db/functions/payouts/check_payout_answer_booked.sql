-- When a transaction ends, the ledger has what an answer says was paid, the difference under the answer's id.
create or replace function check_payout_answer_booked() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  line payout_lines := (select l from payout_lines l where id = new.line_id);
begin
  if (select coalesce(sum(user_amount_cents), 0) from earnings_ledger
      where order_item_id is null and transaction_type in ('payout', 'payout_reversal')
        and evidence ->> 'reference' = new.id::text and payee_id = line.payee_id) <> -new.booked_cents
    or line.state = 'draft'
    or new.paid_cents <> (case when line.state in ('failed', 'returned', 'cancelled') then 0 else line.amount_cents end)
      + (select sum(booked_cents) from payout_answers where line_id = new.line_id)
  then
    raise exception 'the answer % is not booked', new.id
      using errcode = 'check_violation', constraint = 'payout_answers_booked';
  end if;
  return null;
end $$;

create constraint trigger payout_answers_booked after insert on payout_answers
  deferrable initially deferred for each row execute function check_payout_answer_booked();
