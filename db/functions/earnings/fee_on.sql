-- The fee rate that applies to a payee's order of a day. feeOn() in src/earnings/fees computes the same.
create or replace function fee_on(payee uuid, day date) returns integer language sql stable parallel safe
return coalesce(
  (select fee_bps from platform_fees
    where payee_id = payee and taken_back_at is null and from_day <= day order by from_day desc limit 1),
  (select fee_bps from platform_fees
    where payee_id is null and taken_back_at is null and (from_day is null or from_day <= day)
    order by from_day desc nulls last limit 1));
