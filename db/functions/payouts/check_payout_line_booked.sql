-- When a transaction ends, the ledger has each line's payout once, and what came back of those that failed.
create or replace function check_payout_line_booked() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  -- The line as it is when the transaction ends, which may take several steps.
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
  deferrable initially deferred for each row execute function check_payout_line_booked();
