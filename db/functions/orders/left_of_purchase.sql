-- What is left of pieces bought for an amount after some returns, and what those returns come to. A row that takes back
-- (`reversed`) takes the amount that it names. A row of returned pieces takes everything if it names all pieces or
-- none, else the amount that it names; without an amount it takes its share by pieces. `is_full`: all pieces came back.
-- `is_unclear`: neither pieces nor amounts fit.
create or replace function left_of_purchase(bought integer, worth bigint, returns jsonb)
returns table (pieces integer, cents bigint, told_cents bigint, is_full boolean, is_unclear boolean)
language sql immutable parallel safe as $$
  with back as (
    select coalesce(pieces, bought) as pieces, cents, reversed, not reversed and coalesce(pieces, bought) >= bought as is_all
    from jsonb_to_recordset(returns) as r (pieces bigint, cents bigint, reversed boolean)
  ), sums as (
    select coalesce(sum(pieces), 0) as pieces, coalesce(sum(cents), 0) as said_cents,
      coalesce(sum(cents) filter (where not is_all), 0) as part_cents,
      coalesce(sum(pieces) filter (where not is_all and cents = 0), 0) as unsaid, coalesce(bool_or(is_all), false) as is_full,
      coalesce(bool_or(pieces > bought or cents > worth or not reversed and not is_all and cents >= worth), false) as is_misfit
    from back
  ), shared as (
    select *, case when unsaid = 0 then 0 when unsaid >= bought then worth else round(worth * unsaid / bought) end as share
    from sums
  )
  select greatest(bought - pieces, 0)::integer,
    case when is_full then 0 else greatest(worth - part_cents - share, 0)::bigint end,
    (said_cents + share)::bigint, is_full, is_misfit or not is_full and part_cents + share > worth
  from shared
$$;
