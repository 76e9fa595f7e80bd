-- Ledger rows dated inside a closed month are booked in the first open one.
create or replace function note_late_rows() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  late date := late_month((select min(created_at) from posted));
begin
  if late is not null then
    insert into late_entries (source, id, month)
    select 'row', id, late from posted where late_month(created_at) is not null;
  end if;
  return null;
end $$;

create trigger earnings_ledger_booked after insert on earnings_ledger
  referencing new table as posted for each statement execute function note_late_rows();
