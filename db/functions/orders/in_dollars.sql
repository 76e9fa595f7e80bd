-- An amount in a currency's smallest unit as US cents, by the rate of a month, half a cent rounded away from zero; null
-- without a rate. Yen have no cents.
create or replace function in_dollars(amount bigint, of_currency text, of_month text) returns bigint
language sql stable parallel safe as $$
  select case of_currency when 'USD' then amount else (
    select round(amount * r.usd_per_unit * 100 / case of_currency when 'JPY' then 1 else 100 end)::bigint
    from current_rates r where r.currency = of_currency and r.earning_month = of_month) end
$$;
