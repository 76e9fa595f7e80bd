-- Links each new row to its payee's last one, by the newest form of its hash, whatever the row says. The lock on the
-- payee makes writers of one chain take turns; the writer of the chain's last row in this transaction holds it already.
--
-- A connection keeps the plan of the look-up, which it may have made while the ledger was empty: it once read all rows
-- of a payee for each new one. So the index of the chain's places is the only choice left to it.
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
