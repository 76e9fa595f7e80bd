-- Up Migration
alter table posting_runs
  add column run_id uuid references order_runs,
  add column entries bigint not null default 0;
create unique index posting_runs_run on posting_runs (run_id) where run_id is not null;
create index earnings_ledger_run on earnings_ledger (posting_run_id, id);

-- The platform's share of a total, half a cent rounded away from zero: what a pair's fees add up to.
create function platform_fee(total_cents bigint, fee_bps integer) returns bigint language sql immutable parallel safe
return sign(total_cents)::bigint * ((abs(total_cents) * fee_bps + 5000) / 10000);

-- What a row's hash covers, as in migration 0006 and in scripts/check-ledger.ts. One of its values is free text, the
-- order item's id; the others hold no `|`, so no two rows are told alike. In this language it takes half the time.
create or replace function ledger_row_hash(entry earnings_ledger) returns bytea language plpgsql immutable parallel safe
as $$
begin
  return sha256(convert_to(concat_ws('|', encode(entry.previous_hash, 'hex'), entry.payee_id, entry.sequence,
    entry.order_item_id, entry.pair_sequence, entry.transaction_type, entry.gross_commission_cents,
    entry.platform_fee_cents, entry.user_amount_cents, entry.fee_bps, entry.available_on - date '2000-01-01',
    floor(extract(epoch from entry.created_at) * 1000000)::bigint), 'UTF8'));
end $$;

-- A connection keeps the plan of the chain's last row, which it may have made while the ledger was empty: it read all
-- rows of a payee for each new one (15 ms a row after 8,000). So only the index of the chain's places is left to it.
alter function chain_ledger_row() set enable_seqscan = off;
alter function chain_ledger_row() set enable_bitmapscan = off;
alter function chain_ledger_row() set enable_sort = off;

-- A hash covers payee and sequence, which are unique together: an index of hashes proved nothing more, and was the
-- one whose pages are all touched by turns.
alter table earnings_ledger drop constraint earnings_ledger_hash_key;
-- What a product has earned is kept beside it, so nobody looks for rows by product.
drop index earnings_ledger_product;

-- What the rows of a payee add up to, by the quarter of an hour they were posted in and the day they count as posted
-- from: every time zone's days are whole quarters.
create table earnings_quarters (
  payee_id uuid not null references payees,
  quarter timestamptz not null,
  available_on date not null,
  gross_commission_cents bigint not null,
  user_amount_cents bigint not null,
  commissions integer not null,
  entries integer not null,
  primary key (payee_id, quarter, available_on)
);

-- Keeps a payee's sums and a product's earnings in the statement that posts. Rows are taken in the order of their keys, as
-- every writer does. A product has its record already; an insert that meets it finds it by its key whatever the plan,
-- which may have been made while tables were empty.
create function add_ledger_rows() returns trigger language plpgsql as $$
begin
  insert into earnings_quarters as q
    (payee_id, quarter, available_on, gross_commission_cents, user_amount_cents, commissions, entries)
  select payee_id, quarter_of(created_at), available_on, sum(gross_commission_cents), sum(user_amount_cents),
    count(*) filter (where transaction_type = 'commission'), count(*)
  from posted group by 1, 2, 3 order by 1, 2, 3
  on conflict (payee_id, quarter, available_on) do update set
    gross_commission_cents = q.gross_commission_cents + excluded.gross_commission_cents,
    user_amount_cents = q.user_amount_cents + excluded.user_amount_cents,
    commissions = q.commissions + excluded.commissions,
    entries = q.entries + excluded.entries;
  insert into earnings as e (product_id, earnings_cents)
  select product_id, sum(user_amount_cents) from posted where product_id is not null group by 1 order by 1
  on conflict (product_id) do update set earnings_cents = e.earnings_cents + excluded.earnings_cents;
  return null;
end $$;
create trigger earnings_ledger_sums after insert on earnings_ledger
  referencing new table as posted for each statement execute function add_ledger_rows();
