-- Adds up two maps from month to cents, without months of zero; null if none is left.
create or replace function add_months(one jsonb, other jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(month, cents)
  from (
    select key as month, sum(value::bigint) as cents
    from (select * from jsonb_each_text(coalesce(one, '{}')) union all select * from jsonb_each_text(coalesce(other, '{}'))) both_of
    group by key having sum(value::bigint) <> 0
  ) sums
$$;
