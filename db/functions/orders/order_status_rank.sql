-- The order in which an order comes to its states.
create or replace function order_status_rank(status text) returns smallint language sql immutable parallel safe as $$
  select case status when 'pending' then 0 when 'shipped' then 1 when 'cancelled' then 2 when 'returned' then 3 end
$$;
