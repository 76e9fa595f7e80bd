-- Makes the table that an import stages into. So that the app's account need own nothing, tables that come and go
-- while it runs are made and dropped by functions that act as the owner: they take an import or a day, never a name,
-- and a temporary table stands in for nothing that they use.
create or replace function make_import_staging(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  execute format('create table %I (like import_staging including all)',
    'import_staging_' || replace(import::text, '-', ''));
end $$;
-- Nobody but the owner and the app's account calls it.
revoke execute on function make_import_staging from public;
