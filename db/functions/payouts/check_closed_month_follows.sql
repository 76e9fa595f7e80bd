-- The books' months are closed one after another, without a gap.
create or replace function check_closed_month_follows() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from closed_months) and not exists (
    select from closed_months
    where (month, ends_at) = ((new.month - interval '1 month')::date, new.begins_at)
      and month = (select max(month) from closed_months)
  ) then
    raise exception 'the month % does not follow the last one that was closed', new.month
      using errcode = 'check_violation', constraint = 'closed_months_follow';
  end if;
  return new;
end $$;

create trigger closed_months_follow before insert on closed_months
  for each row execute function check_closed_month_follows();
