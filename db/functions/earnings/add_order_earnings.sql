-- Keeps what a payee has earned by each order, in the statement that posts. Orders are looked up by key, whatever the
-- plan was made for. The first row of an order and a payee makes their record, without looking for a conflict, since
-- the ledger has that row once (docs/decisions/0025-matching.md). Later rows, also of the same statement, add to it.
create or replace function add_order_earnings() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set search_path = public, pg_temp
as $$
begin
  insert into earnings_orders (order_item_id, payee_id, order_date, posted_at, first_sequence, product_id,
    gross_commission_cents, user_amount_cents)
  select order_item_id, payee_id, (select order_date from amazon_orders o where o.order_item_id = p.order_item_id),
    created_at, sequence, product_id, gross_commission_cents, user_amount_cents
  from posted p where pair_sequence = 1 order by 1, 2;
  if exists (select from posted where pair_sequence > 1) then
    update earnings_orders e set
      product_id = added.product_id,
      gross_commission_cents = e.gross_commission_cents + added.gross,
      user_amount_cents = e.user_amount_cents + added.share
    from (
      select order_item_id, payee_id, (array_agg(product_id order by pair_sequence desc))[1] as product_id,
        sum(gross_commission_cents) as gross, sum(user_amount_cents) as share
      from posted where pair_sequence > 1 group by 1, 2 order by 1, 2
    ) added
    where (e.order_item_id, e.payee_id) = (added.order_item_id, added.payee_id);
  end if;
  return null;
end $$;

create trigger earnings_ledger_orders after insert on earnings_ledger
  referencing new table as posted for each statement execute function add_order_earnings();
