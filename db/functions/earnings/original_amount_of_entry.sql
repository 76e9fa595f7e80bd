-- The amount behind a ledger row whose order is in another currency than dollars: by how much the row changes what the
-- order is worth in the row's month, in the currency's smallest unit, and the rate of the month that it counts with
-- (docs/product/ledger.md#rates). The amount is null if one posting has several rows of the month, since only together
-- do they stand for one amount. Null for rows in dollars.
create or replace function original_amount_of_entry(entry uuid) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object(
    'currency', l.evidence #>> '{month_worth,currency}',
    'smallest_units', case when not exists (
      select from earnings_ledger t
      where (t.order_item_id, t.payee_id, t.earning_month, t.posting_run_id)
        = (l.order_item_id, l.payee_id, l.earning_month, l.posting_run_id) and t.id <> l.id
    ) then (l.evidence #>> '{month_worth,smallest_units}')::bigint - coalesce((
      select (b.evidence #>> '{month_worth,smallest_units}')::bigint from earnings_ledger b
      where (b.order_item_id, b.payee_id, b.earning_month) = (l.order_item_id, l.payee_id, l.earning_month)
        and b.pair_sequence < l.pair_sequence
      order by b.pair_sequence desc limit 1), 0) end,
    'usd_per_unit', (
      select c ->> 'usd_per_unit'
      from earnings_ledger b cross join lateral jsonb_array_elements(b.evidence -> 'conversions') c
      where (b.order_item_id, b.payee_id) = (l.order_item_id, l.payee_id) and b.pair_sequence <= l.pair_sequence
        and c ->> 'month' = to_char(coalesce(l.counts_month, l.earning_month), 'YYYY-MM')
      order by b.pair_sequence desc limit 1))
  from earnings_ledger l where l.id = entry and l.evidence ? 'month_worth'
$$;
