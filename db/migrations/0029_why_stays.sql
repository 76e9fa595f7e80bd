-- Up Migration
-- Each row keeps what it was posted by, and its hash covers that (docs/decisions/0027-ledger.md). Nobody
-- posts meanwhile: rows before are of version 1, those after of version 2.
lock table earnings_ledger in share row exclusive mode;
alter table earnings_ledger
  add column hash_version smallint not null default 1 check (hash_version in (1, 2)),
  add column rule text check (rule <> ''),
  -- What of the match's evidence its creator may read.
  add column evidence jsonb,
  -- Without a key to it, as between observations and imports; verify compares them.
  add column observation_id uuid,
  add check (reason <> ''),
  add check (hash_version = 2 or (rule is null and evidence is null and observation_id is null and reason is null));
alter table earnings_ledger alter column hash_version set default 2;

-- A field of version 2: its length in bytes before it, so that fields of any text cannot be told as others.
create function hashed_field(field text) returns text language sql immutable parallel safe
return coalesce(octet_length(field)::text || ':' || field || ',', '-,');

-- What a row's hash covers, as in scripts/check-ledger.ts. In version 1 values were joined by `|`; in version 2 each tells
-- its length, a null is `-`, and a row need not be of an order.
create or replace function ledger_row_hash(entry earnings_ledger) returns bytea language plpgsql immutable parallel safe
as $$
declare
  -- Each is named twice where its field is made, and is dear to make.
  previous text := encode(entry.previous_hash, 'hex');
  microseconds text := floor(extract(epoch from entry.created_at) * 1000000)::bigint;
  payee text := entry.payee_id;
  evidence text := entry.evidence;
  observation text := entry.observation_id;
begin
  if entry.hash_version = 1 then
    return sha256(convert_to(concat_ws('|', previous, payee, entry.sequence,
      entry.order_item_id, entry.pair_sequence, entry.transaction_type, entry.gross_commission_cents,
      entry.platform_fee_cents, entry.user_amount_cents, entry.fee_bps, entry.available_on - date '2000-01-01',
      microseconds), 'UTF8'));
  end if;
  return sha256(convert_to(concat(
    hashed_field(entry.hash_version::text), hashed_field(previous),
    hashed_field(payee), hashed_field(entry.sequence::text),
    hashed_field(entry.order_item_id), hashed_field(entry.pair_sequence::text),
    hashed_field(entry.transaction_type), hashed_field(entry.gross_commission_cents::text),
    hashed_field(entry.platform_fee_cents::text), hashed_field(entry.user_amount_cents::text),
    hashed_field(entry.fee_bps::text), hashed_field((entry.available_on - date '2000-01-01')::text),
    hashed_field(microseconds),
    hashed_field(entry.rule), hashed_field(evidence), hashed_field(observation),
    hashed_field(entry.reason)), 'UTF8'));
end $$;

-- As in migration 0006; a new row is of version 2, whatever it says.
create or replace function chain_ledger_row() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  last record;
begin
  perform from payees where id = new.payee_id for no key update;
  select l.sequence, l.hash into last from earnings_ledger l
    where l.payee_id = new.payee_id order by l.sequence desc limit 1;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.previous_hash := coalesce(last.hash, sha256(convert_to(new.payee_id::text, 'UTF8')));
  new.hash_version := 2;
  new.hash := ledger_row_hash(new);
  return new;
end $$;

-- A quarter's commissions are the orders whose commission was first posted in it and still stands, net above zero: one
-- that was taken back is taken off where it was counted, and comes back there. Only orders with a row from before this
-- statement are looked up, each by the index of its rows whatever the plan.
create or replace function add_ledger_rows() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  insert into earnings_quarters as q
    (payee_id, quarter, available_on, gross_commission_cents, user_amount_cents, commissions, entries)
  select payee_id, quarter, available_on, sum(gross), sum(share), sum(commissions), sum(entries)
  from (
    select payee_id, quarter_of(created_at) as quarter, available_on, gross_commission_cents as gross,
      user_amount_cents as share, 0 as commissions, 1 as entries
    from posted
    union all
    select payee_id, quarter_of(first.created_at), first.available_on, 0, 0, first.stands - first.stood, 0
    from (
      select payee_id, order_item_id, sum(gross_commission_cents) as gross, min(pair_sequence) as place,
        min(created_at) filter (where pair_sequence = 1) as created_at,
        min(available_on) filter (where pair_sequence = 1) as available_on
      from posted group by payee_id, order_item_id
    ) pair
    cross join lateral (
      select pair.created_at, pair.available_on, (pair.gross > 0)::int as stands, 0 as stood where pair.place = 1
      union all
      -- By the order alone, of which there are few rows; a payee's chain would be another index to read.
      select min(created_at) filter (where is_first), min(available_on) filter (where is_first),
        (sum(gross_commission_cents) filter (where is_own) > 0)::int,
        (sum(gross_commission_cents) filter (where is_own) - pair.gross > 0)::int
      from (
        select *, payee_id = pair.payee_id as is_own, payee_id = pair.payee_id and pair_sequence = 1 as is_first
        from earnings_ledger where order_item_id = pair.order_item_id and pair.place > 1
      ) l
      having pair.place > 1
    ) first
    where first.stands <> first.stood and first.created_at is not null
  ) added
  group by 1, 2, 3 order by 1, 2, 3
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

update earnings_quarters q set commissions = counted.commissions
from (
  select payee_id, quarter, available_on, count(*) filter (where gross > 0) as commissions
  from (
    select payee_id, sum(gross_commission_cents) as gross,
      quarter_of(min(created_at) filter (where pair_sequence = 1)) as quarter,
      min(available_on) filter (where pair_sequence = 1) as available_on
    from earnings_ledger group by payee_id, order_item_id
  ) pair
  group by 1, 2, 3
) counted
where (q.payee_id, q.quarter, q.available_on) = (counted.payee_id, counted.quarter, counted.available_on)
  and q.commissions <> counted.commissions;
