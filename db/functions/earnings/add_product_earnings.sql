-- Keeps what a payee has earned by each product, in the statement that posts.
create or replace function add_product_earnings() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  insert into earnings_product_quarters as q (payee_id, product_id, quarter, user_amount_cents)
  select payee_id, product_id, quarter_of(created_at), sum(user_amount_cents)
  from posted
  where product_id is not null
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (payee_id, product_id, quarter) do update set
    user_amount_cents = q.user_amount_cents + excluded.user_amount_cents;
  return null;
end $$;

create trigger earnings_ledger_products after insert on earnings_ledger
  referencing new table as posted for each statement execute function add_product_earnings();
