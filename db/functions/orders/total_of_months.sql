-- Cents by month, all together.
create or replace function total_of_months(months jsonb) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(coalesce(months, '{}'))
$$;
