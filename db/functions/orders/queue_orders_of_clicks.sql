-- Orders with a final match are matched again when clicks that may have decided it are removed from the log. This does
-- not happen for clicks that are dropped with their month.
create or replace function queue_orders_of_clicks() returns trigger language plpgsql as $$
begin
  insert into orders_to_match (order_item_id, order_date)
  select order_item_id, order_date
  from (
    select order_item_id, order_date from amazon_orders
    where order_item_id in (
      select o.order_item_id
      from (
        select product_id, min(clicked_at) as first_at, max(clicked_at) as last_at
        from gone where outcome in ('counted', 'repeat', 'owner') group by product_id
      ) g
      join products p on p.id = g.product_id and not p.asin_is_made_up
      join amazon_orders o on o.asin = p.asin and o.marketplace = p.marketplace
        -- A click counts for 89 days; a report's day and a UTC day may be one apart.
        and o.order_date >= (g.first_at at time zone 'UTC')::date - 1
        and o.order_date <= (g.last_at at time zone 'UTC')::date + 91
    )
    order by order_item_id for no key update
  ) affected
  where exists (select from order_matches m where m.order_item_id = affected.order_item_id and not is_provisional)
  on conflict do nothing;
  return null;
end $$;

create trigger clicks_matched_again after delete on clicks
  referencing old table as gone
  for each statement execute function queue_orders_of_clicks();
