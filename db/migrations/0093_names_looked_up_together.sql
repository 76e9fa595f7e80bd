-- Up Migration
-- What the ledger's rows and the matches of a statement name is looked up once for all of them, since a foreign key's
-- trigger does it for each, and locks what it finds: a quarter of appending rows, a seventh of matching
-- (docs/decisions/0027-ledger.md). The keys go on telling what refers to what. Nobody can remove or
-- rename what is named: a product is held by its record in `earnings`, which each has from its first moment, short links
-- and orders already stay, and the rest does from here on.
alter table earnings_ledger
  alter constraint earnings_ledger_payee_id_fkey not enforced,
  alter constraint earnings_ledger_order_item_id_fkey not enforced,
  alter constraint earnings_ledger_product_id_fkey not enforced,
  alter constraint earnings_ledger_posting_run_id_fkey not enforced;
alter table order_matches
  alter constraint order_matches_order_item_id_fkey not enforced,
  alter constraint order_matches_payee_id_fkey not enforced,
  alter constraint order_matches_product_id_fkey not enforced,
  alter constraint order_matches_short_link_id_fkey not enforced;
create trigger payees_stay before delete on payees for each row execute function refuse_change();
create trigger payees_keep_ids before update of id on payees
  for each row when (old.id <> new.id) execute function refuse_change();
create trigger posting_runs_stay before delete on posting_runs for each row execute function refuse_change();
create trigger posting_runs_keep_ids before update of id on posting_runs
  for each row when (old.id <> new.id) execute function refuse_change();
create trigger amazon_orders_keep_ids before update of order_item_id on amazon_orders
  for each row when (old.order_item_id <> new.order_item_id) execute function refuse_change();

-- Of the rows that a statement wrote. They are looked up by key, whatever the plan was made for.
create function check_names() returns trigger language plpgsql
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
  referencing new table as written for each statement execute function check_names();
create trigger order_matches_names after insert on order_matches
  referencing new table as written for each statement execute function check_names();
create trigger order_matches_changed_names after update on order_matches
  referencing new table as written for each statement execute function check_names();

-- As in migration 0075. Whoever has written the last row of a chain in this transaction holds its payee's lock.
create or replace function chain_ledger_row() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set search_path = public, pg_temp
as $$
declare
  last record;
begin
  select l.sequence, l.hash, l.xmin = pg_current_xact_id()::xid as is_own into last from earnings_ledger l
    where l.payee_id = new.payee_id order by l.sequence desc limit 1;
  if last.is_own is not true then
    perform from payees where id = new.payee_id for no key update;
    select l.sequence, l.hash into last from earnings_ledger l
      where l.payee_id = new.payee_id order by l.sequence desc limit 1;
  end if;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.previous_hash := coalesce(last.hash, sha256(convert_to(new.payee_id::text, 'UTF8')));
  new.hash_version := 3;
  new.hash := ledger_row_hash(new);
  return new;
end $$;

-- The entries in order of time find an order's first row as well.
drop index earnings_ledger_first;
