-- What a row's hash covers, by the version that the row names; scripts/check-ledger.ts computes the same. Version 1
-- joins values by `|`; only the order item's id is free text, so no two rows look the same. Version 2 puts each value's
-- length before it, writes a null as `-`, and allows rows without an order. Version 3 adds the marketplace and the
-- month, version 4 the month with which the row counts; months are days since 2000. PL/pgSQL takes half the time of SQL
-- here.
create or replace function ledger_row_hash(entry earnings_ledger) returns bytea language plpgsql immutable parallel safe
as $$
declare
  -- Each is used twice where its field is made, and is expensive to compute.
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
