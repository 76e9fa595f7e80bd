-- Makes the partition of the month (UTC) that holds `day`, unless it exists, and moves that month's rows out of the
-- default partition.
--
-- It waits until nobody uses clicks. A session that reads the list of partitions at the moment another commits a new
-- one may remember the list without it (PostgreSQL 18), with no error: it would go on writing that month's clicks to
-- the default partition, where nobody looks for them. New clicks wait behind this lock, so it does not wait for long: a
-- longer reader, such as a backup, makes it fail, and it is tried again.
create or replace function ensure_clicks_partition(day date) returns text language plpgsql
set lock_timeout = '200ms'
set search_path = public, pg_temp
security definer as $$
declare
  since timestamptz := date_trunc('month', day::timestamp) at time zone 'UTC';
  until timestamptz := (date_trunc('month', day::timestamp) + interval '1 month') at time zone 'UTC';
  part text := 'clicks_' || to_char(day, 'YYYY_MM');
begin
  if to_regclass(part) is not null then
    return part;
  end if;
  lock table only clicks in access exclusive mode;
  if to_regclass(part) is null then
    execute format('create table %I (like clicks including all)', part);
    execute format(
      'with moved as (delete from clicks_default where clicked_at >= %L and clicked_at < %L returning *)
       insert into %I select * from moved', since, until, part);
    execute format('alter table clicks attach partition %I for values from (%L) to (%L)', part, since, until);
  end if;
  return part;
end $$;
-- Only the owner and the app's account may call it.
revoke execute on function ensure_clicks_partition from public;
