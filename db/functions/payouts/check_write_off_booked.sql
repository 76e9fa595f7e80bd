-- A debt is written off 90 days after its payee left, and the ledger has the write-off when the transaction ends.
create or replace function check_write_off_booked() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.written_at < (select left_at from former_payees where payee_id = new.payee_id) + interval '90 days' then
    raise exception 'payee % left less than 90 days ago', new.payee_id
      using errcode = 'check_violation', constraint = 'write_offs_later';
  end if;
  if not exists (
    select from earnings_ledger l
    where l.order_item_id is null and l.transaction_type = 'manual_adjustment'
      and (l.evidence ->> 'reference', l.payee_id, l.user_amount_cents) = (new.id::text, new.payee_id, new.amount_cents)
  ) then
    raise exception 'the write-off % is not booked', new.id
      using errcode = 'check_violation', constraint = 'write_offs_booked';
  end if;
  return null;
end $$;

create constraint trigger write_offs_booked after insert on write_offs
  deferrable initially deferred for each row execute function check_write_off_booked();
