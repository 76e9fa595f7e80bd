-- Drops what was staged of an import, and what merging it would have done. Acts as the owner, as make_import_staging()
-- does.
create or replace function drop_import_tables(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  perform drop_import_outcomes(import);
  execute format('drop table if exists %I', 'import_staging_' || replace(import::text, '-', ''));
end $$;
-- Nobody but the owner and the app's account calls it.
revoke execute on function drop_import_tables from public;
