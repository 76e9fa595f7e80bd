import type pg from 'pg'
import { sumDays } from './clicks.ts'

/** What a creator has had in the last 13 months: clicks of people, and rows in the ledger. */
export type Success = { clicks: number; entries: number }

/**
 * Replaces the roll-ups of a person's products by those of the given number of clicks, at random times, and gives the
 * person the given number of ledger rows, posted twice a week. The newest products have most of both.
 */
export async function makeSuccess(client: pg.ClientBase, userId: string, success: Success): Promise<void> {
  await client.query('begin')
  await client.query(
    `create temporary table own on commit drop as
     select id, payee_id, row_number() over (order by created_at desc) as position, count(*) over () as products
     from products where user_id = $1 and deleted_at is null`,
    [userId],
  )
  const ofOwn = 'product_id in (select id from own)'
  for (const table of [
    'days',
    'quarters',
    'site_days',
    'site_quarters',
    'country_days',
    'country_quarters',
    'months',
  ])
    await client.query(`delete from click_${table} where ${ofOwn}`)
  await client.query(
    `insert into click_quarters (product_id, quarter, people, previews, bots, repeats, own, limited,
       presses, press_previews, press_bots, press_repeats, press_own, press_limited)
     select id, quarter, count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
     from (
       select 1 + floor((select max(products) from own) * power(random(), 2))::int as position,
         quarter_of(now() - random() * interval '390 days') as quarter
       from generate_series(1, $1::int)
     ) as click join own using (position)
     group by id, quarter order by quarter, id`,
    [success.clicks],
  )
  await sumDays(client, ofOwn)
  await makeEntries(client, success.entries)
  await client.query('commit')
  await client.query(
    'vacuum (analyze) click_days, click_quarters, click_months, earnings_ledger, amazon_orders',
  )
}

/** Each of an order of its own, which no report has. */
async function makeEntries(client: pg.ClientBase, entries: number): Promise<void> {
  await client.query(
    `create temporary table sold on commit drop as
     select 'bench-' || gen_random_uuid() as order_item_id, own.id as product_id, payee_id, n,
       now() - interval '3.5 days' * (111 - 111 * n / $1::int) as at, 20 + n % 1500 as cents
     from generate_series(1, $1::int) as n
     join own on own.position = 1 + floor(own.products * power((n % 1009) / 1009.0, 2))::int`,
    [entries],
  )
  await client.query(
    `insert into amazon_orders (order_item_id, marketplace, order_date, asin, product_title, quantity,
       commission_cents, order_status, updated_at)
     select order_item_id, 'us', at::date, 'B000000001', 'Something that was bought', 1, cents, 'shipped', at from sold`,
  )
  await client.query(
    `insert into order_matches (order_item_id, order_date, confidence, payee_id, product_id, reason, matched_at)
     select order_item_id, at::date, 'high', payee_id, product_id, 'The sub tag is a short link.', at from sold`,
  )
  await client.query(
    `insert into earnings_ledger (payee_id, order_item_id, product_id, pair_sequence, transaction_type,
       gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     select payee_id, order_item_id, product_id, 1, 'commission', cents, platform_fee(cents, 2000),
       cents - platform_fee(cents, 2000), 2000, (date_trunc('month', at) + interval '3 months')::date, at
     from sold order by n`,
  )
}
