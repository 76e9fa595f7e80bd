-- The amount of an order that waits for rates, in its currency's smallest unit, and the months of its purchases that
-- have no rate. Null for an order that waits for none.
create or replace function waits_for_rates(item text) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('currency', min(o.currency), 'smallest_units', sum(m.commission_cents),
    'months', jsonb_agg(m.earning_month order by m.earning_month) filter (where m.commission_cents > 0 and r.id is null))
  from amazon_orders o join order_months m using (order_item_id)
  left join current_rates r on (r.currency, r.earning_month) = (o.currency, m.earning_month)
  where o.order_item_id = item and o.currency <> 'USD'
  having bool_or(m.commission_cents > 0 and r.id is null)
$$;
