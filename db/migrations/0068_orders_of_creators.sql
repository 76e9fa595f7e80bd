-- Up Migration
-- What a payee has of each order, and what its rows come to (docs/decisions/0027-ledger.md). Nobody posts
-- meanwhile, and no order gets another date.
lock table earnings_ledger, amazon_orders in share row exclusive mode;
create table earnings_orders (
  order_item_id text not null references amazon_orders,
  payee_id uuid not null references payees,
  order_date date not null,
  -- When its first row was written, and that row's place in the payee's chain.
  posted_at timestamptz not null,
  first_sequence bigint not null,
  -- Of its last row. Rows of another product come to nothing: an order moves by way of zero.
  product_id uuid references products,
  gross_commission_cents bigint not null,
  user_amount_cents bigint not null,
  primary key (order_item_id, payee_id)
);
insert into earnings_orders
select order_item_id, payee_id, (select order_date from amazon_orders o where o.order_item_id = l.order_item_id),
  min(created_at) filter (where pair_sequence = 1), min(sequence),
  (array_agg(product_id order by pair_sequence desc))[1], sum(gross_commission_cents), sum(user_amount_cents)
from earnings_ledger l group by 1, 2 order by 1, 2;
-- A page of a creator's orders by day, or by posting; the second also counts products' orders of a time.
create index earnings_orders_day on earnings_orders (payee_id, order_date desc, first_sequence desc);
create index earnings_orders_posted on earnings_orders (payee_id, posted_at desc, first_sequence desc)
  include (product_id, gross_commission_cents);
create index earnings_orders_product on earnings_orders (product_id, order_date desc, first_sequence desc);
analyze earnings_orders;

-- Keeps them in the statement that posts. Orders are looked up by key, whatever the plan was made for.
create function add_order_earnings() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  insert into earnings_orders as e (order_item_id, payee_id, order_date, posted_at, first_sequence, product_id,
    gross_commission_cents, user_amount_cents)
  select order_item_id, payee_id, (select order_date from amazon_orders o where o.order_item_id = p.order_item_id),
    (array_agg(created_at order by pair_sequence))[1], min(sequence),
    (array_agg(product_id order by pair_sequence desc))[1], sum(gross_commission_cents), sum(user_amount_cents)
  from posted p group by 1, 2 order by 1, 2
  on conflict (order_item_id, payee_id) do update set
    product_id = excluded.product_id,
    gross_commission_cents = e.gross_commission_cents + excluded.gross_commission_cents,
    user_amount_cents = e.user_amount_cents + excluded.user_amount_cents;
  return null;
end $$;
create trigger earnings_ledger_orders after insert on earnings_ledger
  referencing new table as posted for each statement execute function add_order_earnings();

-- A later report may give an order another date.
create function date_order_earnings() returns trigger language plpgsql as $$
begin
  update earnings_orders set order_date = new.order_date where order_item_id = new.order_item_id;
  return null;
end $$;
create trigger amazon_orders_dated after update of order_date on amazon_orders
  for each row when (old.order_date <> new.order_date) execute function date_order_earnings();
