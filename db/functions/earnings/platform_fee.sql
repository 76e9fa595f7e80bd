-- The platform's share of a total, half a cent rounded away from zero: the sum that the fees of an order and payee
-- reach.
create or replace function platform_fee(total_cents bigint, fee_bps integer) returns bigint language sql immutable parallel safe
return sign(total_cents)::bigint * ((abs(total_cents) * fee_bps + 5000) / 10000);
