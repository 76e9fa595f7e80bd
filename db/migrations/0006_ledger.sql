-- Up Migration
create table posting_runs (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- SHA-256 over the hashes of the run's rows in order, for the operator's own records.
  digest bytea check (length(digest) = 32)
);

-- Append-only. A mistake is reversed by a new row; every row balances by itself.
create table earnings_ledger (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  -- Place in the payee's chain, set by the database.
  sequence bigint not null check (sequence > 0),
  order_item_id text not null references amazon_orders,
  product_id uuid references products,
  -- Place among the rows of this order item and payee: a posting repeated collides instead of doubling.
  pair_sequence integer not null check (pair_sequence > 0),
  transaction_type text not null check (transaction_type in ('commission', 'return', 'adjustment')),
  gross_commission_cents bigint not null,
  platform_fee_cents bigint not null,
  user_amount_cents bigint not null,
  fee_bps integer not null check (fee_bps between 0 and 10000),
  available_on date not null,
  posting_run_id uuid references posting_runs,
  reason text,
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null unique,
  constraint earnings_ledger_balances check (gross_commission_cents = platform_fee_cents + user_amount_cents),
  constraint earnings_ledger_not_empty check (gross_commission_cents <> 0 or user_amount_cents <> 0),
  check ((pair_sequence = 1) = (transaction_type = 'commission')),
  unique (payee_id, sequence),
  unique (order_item_id, payee_id, pair_sequence)
);
create index earnings_ledger_newest on earnings_ledger (payee_id, created_at desc, id desc);
create index earnings_ledger_product on earnings_ledger (product_id, created_at);

-- What a row's hash covers. Also what a payee's export lets anyone recompute.
create function ledger_row_hash(entry earnings_ledger) returns bytea language sql immutable as $$
  select sha256(convert_to(concat_ws('|', encode(entry.previous_hash, 'hex'), entry.payee_id, entry.sequence,
    entry.order_item_id, entry.pair_sequence, entry.transaction_type, entry.gross_commission_cents,
    entry.platform_fee_cents, entry.user_amount_cents, entry.fee_bps, entry.available_on - date '2000-01-01',
    floor(extract(epoch from entry.created_at) * 1000000)::bigint), 'UTF8'))
$$;

-- Links each new row to the payee's last one. The lock on the payee makes writers of one chain take turns.
create function chain_ledger_row() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform from payees where id = new.payee_id for no key update;
  select l.sequence, l.hash into last from earnings_ledger l
    where l.payee_id = new.payee_id order by l.sequence desc limit 1;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.previous_hash := coalesce(last.hash, sha256(convert_to(new.payee_id::text, 'UTF8')));
  new.hash := ledger_row_hash(new);
  return new;
end $$;
create trigger earnings_ledger_chain before insert on earnings_ledger
  for each row execute function chain_ledger_row();
create trigger earnings_ledger_append_only before update or delete on earnings_ledger
  for each row execute function refuse_change();
create trigger earnings_ledger_keep before truncate on earnings_ledger
  for each statement execute function refuse_change();
