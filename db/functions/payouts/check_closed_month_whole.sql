-- A closed month's lines are written with it: later ones would change it.
create or replace function check_closed_month_whole() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if (select entries from closed_months where month = new.month)
    <> (select sum(entries) from closed_month_lines where month = new.month) then
    raise exception 'the lines of % are not its entries', new.month
      using errcode = 'check_violation', constraint = 'closed_month_lines_whole';
  end if;
  return null;
end $$;

create constraint trigger closed_month_lines_whole after insert on closed_month_lines
  deferrable initially deferred for each row execute function check_closed_month_whole();
