-- Keeps a payee's sums, in the statement that posts, by quarter of an hour and by the month with which rows count; a
-- first row counts with its own month. Payouts are summed apart. Rows are taken in the order of their keys, as every
-- writer does. An existing record is found by its key whatever the plan, which may have been made while tables were
-- empty.
--
-- The commissions of a quarter are the orders whose commission was first posted in it and is still above zero net. One
-- that is taken back is subtracted where it was counted, and added there again if it returns. Only orders with a row
-- from before this statement are looked up. A row without an order is no commission.
create or replace function sum_ledger_rows() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set search_path = public, pg_temp
as $$
begin
  insert into earnings_quarters as q
    (payee_id, quarter, available_on, marketplace, earning_month, gross_commission_cents, user_amount_cents, paid_cents,
      commissions, entries)
  select payee_id, quarter, available_on, marketplace, earning_month, sum(gross), sum(share), sum(paid), sum(commissions),
    sum(entries)
  from (
    select payee_id, quarter_of(created_at) as quarter, available_on, marketplace,
      coalesce(counts_month, earning_month) as earning_month,
      case when is_paid then 0 else gross_commission_cents end as gross,
      case when is_paid then 0 else user_amount_cents end as share,
      case when is_paid then user_amount_cents else 0 end as paid, 0 as commissions, 1 as entries
    from (select *, transaction_type in ('payout', 'payout_reversal') as is_paid from posted) p
    union all
    select payee_id, quarter_of(first.created_at), first.available_on, first.marketplace, first.earning_month, 0, 0, 0,
      first.stands - first.stood, 0
    from (
      select payee_id, order_item_id, sum(gross_commission_cents) as gross, min(pair_sequence) as place,
        min(created_at) filter (where pair_sequence = 1) as created_at,
        min(available_on) filter (where pair_sequence = 1) as available_on,
        min(marketplace) filter (where pair_sequence = 1) as marketplace,
        min(earning_month) filter (where pair_sequence = 1) as earning_month
      from posted where order_item_id is not null group by payee_id, order_item_id
    ) pair
    cross join lateral (
      select pair.created_at, pair.available_on, pair.marketplace, pair.earning_month, (pair.gross > 0)::int as stands,
        0 as stood where pair.place = 1
      union all
      -- By the order alone, which has few rows; a payee's chain would be another index to read.
      select min(created_at) filter (where is_first), min(available_on) filter (where is_first),
        min(marketplace) filter (where is_first), min(earning_month) filter (where is_first),
        (sum(gross_commission_cents) filter (where is_own) > 0)::int,
        (sum(gross_commission_cents) filter (where is_own) - pair.gross > 0)::int
      from (
        select *, payee_id = pair.payee_id as is_own, payee_id = pair.payee_id and pair_sequence = 1 as is_first
        from earnings_ledger where order_item_id = pair.order_item_id and pair.place > 1
      ) l
      having pair.place > 1
    ) first
    where first.stands <> first.stood and first.created_at is not null
  ) added
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (payee_id, quarter, available_on, marketplace, earning_month) do update set
    gross_commission_cents = q.gross_commission_cents + excluded.gross_commission_cents,
    user_amount_cents = q.user_amount_cents + excluded.user_amount_cents,
    paid_cents = q.paid_cents + excluded.paid_cents,
    commissions = q.commissions + excluded.commissions,
    entries = q.entries + excluded.entries;
  insert into earnings as e (product_id, earnings_cents)
  select product_id, sum(user_amount_cents) from posted where product_id is not null group by 1 order by 1
  on conflict (product_id) do update set earnings_cents = e.earnings_cents + excluded.earnings_cents;
  return null;
end $$;

create trigger earnings_ledger_sums after insert on earnings_ledger
  referencing new table as posted for each statement execute function sum_ledger_rows();
