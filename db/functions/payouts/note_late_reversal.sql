-- A transfer's lines whose reversal is dated inside a closed month are reversed in the first open one.
create or replace function note_late_reversal() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  late date := late_month(new.reversed_at);
begin
  if late is not null then
    insert into late_entries (source, id, month)
    select 'reversal', id, late from transfer_lines where transfer_id = new.id;
  end if;
  return null;
end $$;

create trigger transfers_reversal_booked after update of reversed_at on transfers
  for each row execute function note_late_reversal();
