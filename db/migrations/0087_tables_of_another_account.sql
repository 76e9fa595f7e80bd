-- Up Migration
-- So that the app's account need own nothing, tables that come and go while it runs are made and dropped by functions that
-- act as the owner: they take an import or a day, never a name, and a temporary table stands in for nothing that they use.
create function make_import_staging(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  execute format('create table %I (like import_staging including all)',
    'import_staging_' || replace(import::text, '-', ''));
end $$;

create function make_import_outcomes(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  perform drop_import_outcomes(import);
  execute format('create table %I (like import_outcomes including all)',
    'import_outcomes_' || replace(import::text, '-', ''));
end $$;

create function drop_import_outcomes(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  execute format('drop table if exists %I', 'import_outcomes_' || replace(import::text, '-', ''));
end $$;

-- What was staged, and what merging would have done.
create function drop_import_tables(import uuid) returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  perform drop_import_outcomes(import);
  execute format('drop table if exists %I', 'import_staging_' || replace(import::text, '-', ''));
end $$;

-- Makes partitions of clicks as the owner, otherwise as before.
alter function ensure_clicks_partition(date) security definer set search_path = public, pg_temp;

-- Drops the partition of a month. Fails after waiting a fifth of a second for transactions that use `clicks`.
create function drop_clicks_partition(day date) returns void language plpgsql
security definer set search_path = public, pg_temp
set lock_timeout = '200ms'
as $$
begin
  execute format('drop table if exists %I', 'clicks_' || to_char(day, 'YYYY_MM'));
end $$;

-- Whoever else may come into the database has no use for these; the app's account is given them by name.
revoke execute on function make_import_staging, make_import_outcomes, drop_import_outcomes, drop_import_tables,
  ensure_clicks_partition, drop_clicks_partition from public;

-- What guards money runs as the app, whose temporary tables would be found before the real ones.
alter function add_ledger_rows set search_path = public, pg_temp;
alter function add_order_earnings set search_path = public, pg_temp;
alter function add_product_earnings set search_path = public, pg_temp;
alter function chain_ledger_row set search_path = public, pg_temp;
alter function check_ledger_checkpoint set search_path = public, pg_temp;
alter function claim_move_is_booked set search_path = public, pg_temp;
alter function grow_ledger_log set search_path = public, pg_temp;
alter function ledger_log_root set search_path = public, pg_temp;
alter function log_sealed_run set search_path = public, pg_temp;
alter function notify_checkpoints set search_path = public, pg_temp;
alter function payee_claim_is_right set search_path = public, pg_temp;
alter function payout_line_is_booked set search_path = public, pg_temp;
alter function payout_line_is_not_sending set search_path = public, pg_temp;
alter function question_is_of_own_row set search_path = public, pg_temp;
alter function refuse_change set search_path = public, pg_temp;
alter function step_payout_line set search_path = public, pg_temp;
