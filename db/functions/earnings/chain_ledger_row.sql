-- Links each new row to the payee's last one. The lock on the payee makes writers of one chain take turns.
-- As in migration 0006; a new row is of version 2, whatever it says.
-- As in migration 0029; a new row is of version 3, whatever it says.
-- As in migration 0075. Whoever has written the last row of a chain in this transaction holds its payee's lock.
-- As in migration 0093; a new row is of version 4, whatever it says.
create or replace function chain_ledger_row() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set search_path = public, pg_temp
as $$
declare
  last record;
begin
  select l.sequence, l.hash, l.xmin = pg_current_xact_id()::xid as is_own into last from earnings_ledger l
    where l.payee_id = new.payee_id order by l.sequence desc limit 1;
  if last.is_own is not true then
    perform from payees where id = new.payee_id for no key update;
    select l.sequence, l.hash into last from earnings_ledger l
      where l.payee_id = new.payee_id order by l.sequence desc limit 1;
  end if;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.previous_hash := coalesce(last.hash, sha256(convert_to(new.payee_id::text, 'UTF8')));
  new.hash_version := 4;
  new.hash := ledger_row_hash(new);
  return new;
end $$;

create trigger earnings_ledger_chain before insert on earnings_ledger
  for each row execute function chain_ledger_row();
