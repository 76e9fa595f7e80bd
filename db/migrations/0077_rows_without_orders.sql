-- Up Migration
-- Rows that are of no order: what was paid out, what came back of that, and what an admin adds or takes by hand
-- (docs/decisions/0081-payout-runs.md). Nobody posts meanwhile.
lock table earnings_ledger in share row exclusive mode;
alter table earnings_ledger
  alter column order_item_id drop not null,
  alter column pair_sequence drop not null,
  alter column fee_bps drop not null,
  drop constraint earnings_ledger_transaction_type_check,
  -- Each kind has one form. A reference, which the hash covers, says what the row was written for.
  add constraint earnings_ledger_form check (case
    when transaction_type in ('commission', 'return', 'adjustment') then
      num_nulls(order_item_id, pair_sequence, fee_bps) = 0
    when num_nonnulls(order_item_id, pair_sequence, fee_bps, product_id, observation_id, marketplace) > 0
      or num_nulls(rule, evidence ->> 'reference', posting_run_id) > 0 then false
    when transaction_type = 'payout' then user_amount_cents < 0 and platform_fee_cents = 0
    when transaction_type = 'payout_reversal' then user_amount_cents > 0 and platform_fee_cents = 0
    else transaction_type = 'manual_adjustment' and gross_commission_cents = 0 and reason is not null end);
-- What a row was written for is in the ledger once, whoever asks for it again.
create unique index earnings_ledger_reference on earnings_ledger (transaction_type, (evidence ->> 'reference'))
  where order_item_id is null;

-- What was paid, as below zero, and what came back; it is no earning, and in none of the other sums.
alter table earnings_quarters add column paid_cents bigint not null default 0;

-- As in migration 0075; what was paid is summed apart, and a row without an order is no commission.
create or replace function add_ledger_rows() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  insert into earnings_quarters as q
    (payee_id, quarter, available_on, marketplace, earning_month, gross_commission_cents, user_amount_cents, paid_cents,
      commissions, entries)
  select payee_id, quarter, available_on, marketplace, earning_month, sum(gross), sum(share), sum(paid), sum(commissions),
    sum(entries)
  from (
    select payee_id, quarter_of(created_at) as quarter, available_on, marketplace, earning_month,
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
      -- By the order alone, of which there are few rows; a payee's chain would be another index to read.
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

-- As in migration 0068, of rows of orders.
create or replace function add_order_earnings() returns trigger language plpgsql
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
  from posted p where order_item_id is not null group by 1, 2 order by 1, 2
  on conflict (order_item_id, payee_id) do update set
    product_id = excluded.product_id,
    gross_commission_cents = e.gross_commission_cents + excluded.gross_commission_cents,
    user_amount_cents = e.user_amount_cents + excluded.user_amount_cents;
  return null;
end $$;
