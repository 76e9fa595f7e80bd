-- The sum over all months of a map from month to cents.
create or replace function total_of_months(months jsonb) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(coalesce(months, '{}'))
$$;
