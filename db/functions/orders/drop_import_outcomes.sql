-- Drops the table of what merging an import would do, once the import is merged or given up. Runs as the owner, as
-- make_import_staging() does.
create or replace function drop_import_outcomes(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  execute format('drop table if exists %I', 'import_outcomes_' || replace(import::text, '-', ''));
end $$;
-- Only the owner and the app's account may call it.
revoke execute on function drop_import_outcomes from public;
