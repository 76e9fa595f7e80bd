-- Makes the table of what merging an import would do. Runs as the owner, as make_import_staging() does.
create or replace function make_import_outcomes(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  perform drop_import_outcomes(import);
  execute format('create table %I (like import_outcomes including all)',
    'import_outcomes_' || replace(import::text, '-', ''));
end $$;
-- Only the owner and the app's account may call it.
revoke execute on function make_import_outcomes from public;
