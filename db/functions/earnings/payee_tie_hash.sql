-- The hash of a tie, as a leaf of the ledger's log.
create or replace function payee_tie_hash(tie payee_ties) returns bytea language sql immutable parallel safe
return sha256(convert_to(concat(
  hashed_field('payee tie 1'), hashed_field(tie.id::text), hashed_field(tie.payee_id::text), hashed_field(tie.kind),
  hashed_field(encode(tie.commitment, 'hex')), hashed_field(tie.claimed_by::text),
  hashed_field((extract(epoch from tie.made_at) * 1000000)::bigint::text)), 'UTF8'));
