-- The rank of an order's status, from the first that an order has to the last.
create or replace function order_status_rank(status text) returns smallint language sql immutable parallel safe as $$
  select case status when 'pending' then 0 when 'shipped' then 1 when 'cancelled' then 2 when 'returned' then 3 end
$$;
