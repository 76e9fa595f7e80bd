-- In which months returns took how much of a purchase: each in the month of its own day, the earliest first.
create or replace function months_of_returns(returns jsonb, bought integer, worth bigint, taken bigint)
returns jsonb language sql immutable parallel safe as $$
  with back as (
    select day, row_number() over (order by day, cents, pieces, reversed) as number, count(*) over () as count,
      case when not reversed and coalesce(pieces, bought) >= bought then worth
        when cents = 0 then round(worth::numeric * coalesce(pieces, bought) / greatest(bought, 1)) else cents end as cents
    from jsonb_to_recordset(returns) as r (day text, pieces bigint, cents bigint, reversed boolean)
  ), before as (
    select *, coalesce(sum(cents) over (order by number rows between unbounded preceding and 1 preceding), 0) as sum from back
  )
  select jsonb_object_agg(month, -cents)
  from (
    -- Shares are rounded; the last one gets the remainder.
    select left(day, 7) as month, sum(greatest(0, case when number = count then taken - sum else least(cents, taken - sum) end))::bigint as cents
    from before group by 1
  ) months
  where cents <> 0
$$;
