-- Drops an import's staging table and the table of what merging it would have done. Runs as the owner, as
-- make_import_staging() does.
create or replace function drop_import_tables(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  perform drop_import_outcomes(import);
  execute format('drop table if exists %I', 'import_staging_' || replace(import::text, '-', ''));
end $$;
-- Only the owner and the app's account may call it.
revoke execute on function drop_import_tables from public;
