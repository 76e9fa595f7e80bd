-- Refuses rows of the ledger and matches that refer to something that does not exist. All rows of a statement are
-- checked at once, by key whatever the plan was made for. A foreign key's trigger checks and locks row by row, which
-- took a quarter of the time of appending rows and a seventh of matching (docs/decisions/0027-ledger.md). The foreign
-- keys remain as documentation and are not enforced. Nobody can remove or rename what is referred to: triggers of those
-- tables refuse it, and a product is protected by its record in `earnings`.
create or replace function check_references() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set search_path = public, pg_temp
as $$
declare
  missing text;
begin
  if exists (select from written w where order_item_id is not null and not exists (
    select from amazon_orders o where o.order_item_id = w.order_item_id)) then
    missing := 'order_item_id';
  elsif exists (select from (select distinct payee_id as id from written where payee_id is not null) w where not exists (
    select from payees where id = w.id)) then
    missing := 'payee_id';
  elsif exists (select from (select distinct product_id as id from written where product_id is not null) w
    where not exists (select from products where id = w.id)) then
    missing := 'product_id';
  end if;
  if tg_table_name = 'earnings_ledger' then
    if exists (select from (select distinct posting_run_id as id from written where posting_run_id is not null) w
      where not exists (select from posting_runs where id = w.id)) then
      missing := 'posting_run_id';
    end if;
  elsif exists (select from (select distinct short_link_id as id from written where short_link_id is not null) w
    where not exists (select from short_links where id = w.id)) then
    missing := 'short_link_id';
  end if;
  if missing is not null then
    raise exception 'a row of % has a % that does not exist', tg_table_name, missing
      using errcode = 'foreign_key_violation', table = tg_table_name,
        constraint = tg_table_name || '_' || missing || '_fkey';
  end if;
  return null;
end $$;

create trigger earnings_ledger_names after insert on earnings_ledger
  referencing new table as written for each statement execute function check_references();
create trigger order_matches_names after insert on order_matches
  referencing new table as written for each statement execute function check_references();
create trigger order_matches_changed_names after update on order_matches
  referencing new table as written for each statement execute function check_references();
