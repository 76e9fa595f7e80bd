-- Drops the partition of a month. Fails after waiting a fifth of a second for transactions that use `clicks`.
create or replace function drop_clicks_partition(day date) returns void language plpgsql
security definer set search_path = public, pg_temp
set lock_timeout = '200ms'
as $$
begin
  execute format('drop table if exists %I', 'clicks_' || to_char(day, 'YYYY_MM'));
end $$;
-- Only the owner and the app's account may call it.
revoke execute on function drop_clicks_partition from public;
