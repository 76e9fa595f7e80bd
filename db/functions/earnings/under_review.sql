-- Why an order's rows of a payee are under review; null if they are not. Holds and their releases alternate: an odd
-- place is a hold, an even one its release.
create or replace function under_review(payee uuid, order_item text) returns text language sql stable parallel safe
return (
  select case when place % 2 = 1 then reason end
  from earnings_holds h
  where h.order_item_id = order_item and h.payee_id = payee
  order by place desc limit 1
);
