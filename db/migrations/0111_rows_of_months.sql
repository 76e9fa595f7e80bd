-- Up Migration
-- An order's rows are of the months in which Amazon pays for it, of which it may have several
-- (docs/decisions/0114-earning-months.md). What is taken back in a later month counts as posted with its purchase, and
-- what was posted stays so when a later report moves it: such rows say with which month they count. Rows from now on are
-- of version 4, whose hash covers that. Nobody posts meanwhile.
lock table earnings_ledger in share row exclusive mode;
alter table earnings_ledger
  add column counts_month date check (extract(day from counts_month) = 1),
  drop constraint earnings_ledger_hash_version_check,
  add constraint earnings_ledger_hash_version_check check (hash_version between 1 and 4),
  drop constraint earnings_ledger_month,
  add constraint earnings_ledger_month
    check ((marketplace is null) = (earning_month is null) and (hash_version >= 3 or marketplace is null)),
  add constraint earnings_ledger_counts check (counts_month is null
    or hash_version >= 4 and counts_month <> earning_month and pair_sequence > 1);
alter table earnings_ledger alter column hash_version set default 4;

-- As in migration 0075; version 4 goes on with the month with which the row counts, as days since 2000.
create or replace function ledger_row_hash(entry earnings_ledger) returns bytea language plpgsql immutable parallel safe
as $$
declare
  -- Each is named twice where its field is made, and is dear to make.
  previous text := encode(entry.previous_hash, 'hex');
  microseconds text := floor(extract(epoch from entry.created_at) * 1000000)::bigint;
  payee text := entry.payee_id;
  evidence text := entry.evidence;
  observation text := entry.observation_id;
  of_month text := '';
begin
  if entry.hash_version = 1 then
    return sha256(convert_to(concat_ws('|', previous, payee, entry.sequence,
      entry.order_item_id, entry.pair_sequence, entry.transaction_type, entry.gross_commission_cents,
      entry.platform_fee_cents, entry.user_amount_cents, entry.fee_bps, entry.available_on - date '2000-01-01',
      microseconds), 'UTF8'));
  end if;
  if entry.hash_version > 2 then
    of_month := hashed_field(entry.marketplace) || hashed_field((entry.earning_month - date '2000-01-01')::text);
  end if;
  if entry.hash_version > 3 then
    of_month := of_month || hashed_field((entry.counts_month - date '2000-01-01')::text);
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
    hashed_field(entry.reason), of_month), 'UTF8'));
end $$;

-- As in migration 0093; a new row is of version 4, whatever it says.
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
  new.hash_version := 4;
  new.hash := ledger_row_hash(new);
  return new;
end $$;

-- As in migration 0077; sums are by the month with which rows count. A first row counts with its own.
create or replace function add_ledger_rows() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set search_path = public, pg_temp
as $$
begin
  insert into earnings_quarters as q
    (payee_id, quarter, available_on, marketplace, earning_month, gross_commission_cents, user_amount_cents, paid_cents,
      commissions, entries)
  select payee_id, quarter, available_on, marketplace, earning_month, sum(gross), sum(share), sum(paid), sum(commissions),
    sum(entries)
  from (
    select payee_id, quarter_of(created_at) as quarter, available_on, marketplace,
      coalesce(counts_month, earning_month) as earning_month,
      case when is_paid then 0 else gross_commission_cents end as gross,
      case when is_paid then 0 else user_amount_cents end as share,
      case when is_paid then user_amount_cents else 0 end as paid, 0 as commissions, 1 as entries
    from (select *, transaction_type in ('payout', 'payout_reversal') as is_paid from posted) p
    union all
    select payee_id, quarter_of(first.created_at), first.available_on, first.marketplace, first.earning_month, 0, 0, 0,
      first.stands - first.stood, 0
    from (
      select payee_id, order_item_id, sum(gross_commission_cents) as gross, min(pair_sequence) as place,
        min(created_at) filter (where pair_sequence = 1) as created_at,
        min(available_on) filter (where pair_sequence = 1) as available_on,
        min(marketplace) filter (where pair_sequence = 1) as marketplace,
        min(earning_month) filter (where pair_sequence = 1) as earning_month
      from posted where order_item_id is not null group by payee_id, order_item_id
    ) pair
    cross join lateral (
      select pair.created_at, pair.available_on, pair.marketplace, pair.earning_month, (pair.gross > 0)::int as stands,
        0 as stood where pair.place = 1
      union all
      -- By the order alone, of which there are few rows; a payee's chain would be another index to read.
      select min(created_at) filter (where is_first), min(available_on) filter (where is_first),
        min(marketplace) filter (where is_first), min(earning_month) filter (where is_first),
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
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (payee_id, quarter, available_on, marketplace, earning_month) do update set
    gross_commission_cents = q.gross_commission_cents + excluded.gross_commission_cents,
    user_amount_cents = q.user_amount_cents + excluded.user_amount_cents,
    paid_cents = q.paid_cents + excluded.paid_cents,
    commissions = q.commissions + excluded.commissions,
    entries = q.entries + excluded.entries;
  insert into earnings as e (product_id, earnings_cents)
  select product_id, sum(user_amount_cents) from posted where product_id is not null group by 1 order by 1
  on conflict (product_id) do update set earnings_cents = e.earnings_cents + excluded.earnings_cents;
  return null;
end $$;
