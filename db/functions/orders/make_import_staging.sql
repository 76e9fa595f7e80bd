-- Makes the table that an import stages into. The app's account owns nothing, so tables that come and go while it runs
-- are made and dropped by functions that run as the owner. They take an import or a day, never a name, and no temporary
-- table can replace one that they use.
create or replace function make_import_staging(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  execute format('create table %I (like import_staging including all)',
    'import_staging_' || replace(import::text, '-', ''));
end $$;
-- Only the owner and the app's account may call it.
revoke execute on function make_import_staging from public;
