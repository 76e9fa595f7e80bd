-- A transfer's lines dated inside a closed month, by their transfer's time, are booked in the first open one.
create or replace function note_late_line() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  late date := late_month((select recorded_at from transfers where id = new.transfer_id));
begin
  if late is not null then
    insert into late_entries (source, id, month) values ('receipt', new.id, late);
  end if;
  return null;
end $$;

create trigger transfer_lines_booked after insert on transfer_lines
  for each row execute function note_late_line();
