-- Drops what merging an import would do, once it is merged or given up. Acts as the owner, as make_import_staging()
-- does.
create or replace function drop_import_outcomes(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  execute format('drop table if exists %I', 'import_outcomes_' || replace(import::text, '-', ''));
end $$;
-- Nobody but the owner and the app's account calls it.
revoke execute on function drop_import_outcomes from public;
