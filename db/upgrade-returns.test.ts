import { expect, it } from 'vitest'
import { contentHash } from '../src/orders/imports/insert-sql.ts'
import { orderChecks } from '../src/orders/proof/verify.ts'
import { ManualClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { verify } from '../src/platform/verification.ts'
import { databaseOf } from '../tests/harness/earlier-database.ts'

const clock = new ManualClock(new Date())

it('0031 has returns take from what was bought through their own sub tag, and the next calculation post it', async () => {
  const database = await databaseOf(22)
  const { db, pool } = database
  const { rows } = await pool.query(
    `insert into import_batches (state, format, marketplace, file_hash, report_as_of, total, created_at, merged_at)
     values ('merged', 'fee_earnings', 'us', sha256('x'), '2026-11-20T01:00:00Z', 3, now(), now()) returning id`,
  )
  const importId = rows[0].id
  const key = 'fee-us-B0C7KQ4T2M-0123456789ab'
  // Until then a return took from what was bought last, whoever's it was.
  const told = [
    { day: '2026-11-03', subTag: 'anas', said: 160, was: 160, status: 'shipped', now: 0 },
    { day: '2026-11-04', subTag: 'bens', said: 160, was: 0, status: 'returned', now: 160 },
    { day: '2026-11-05', subTag: 'anas', said: -200, was: 0, status: 'returned', now: 0 },
  ].map((row) => ({ ...row, id: key.replace('fee-us', `fee-us-${row.day}`).concat('-1') }))
  for (const [index, { id, day, subTag, said, was, status }] of told.entries()) {
    await pool.query(
      `insert into order_observations (batch_id, line, order_item_id, order_date, asin, product_title, quantity,
         commission_cents, order_status, sub_tag, content_hash, fee_key)
       values ($1, $2, $3, $4, 'B0C7KQ4T2M', 'A mug', 1, $5, case when $5::bigint < 0 then 'returned' else 'shipped' end, $6,
         sha256('x'), $7)`,
      [importId, index + 2, id, day, said, subTag, key],
    )
    await pool.query(
      `insert into import_days (import_id, marketplace, format, pays, day, counts)
       values ($1, 'us', 'fee_earnings', true, $2, true)`,
      [importId, day],
    )
    await pool.query(
      `insert into amazon_orders (order_item_id, observation_id, marketplace, format, order_date, shipped_on, asin,
         product_title, quantity, commission_cents, order_status, sub_tag, updated_at)
       select order_item_id, id, 'us', 'fee_earnings', order_date, order_date, asin, product_title, quantity, $2, $3,
         sub_tag, now() from order_observations where order_item_id = $1`,
      [id, was, status],
    )
  }
  // Without what observations had not yet.
  await pool.query(`
    set session_replication_role = replica;
    update order_observations s set content_hash = ${contentHash.replace(', s.returns::text', '')} from import_batches b where b.id = s.batch_id;
    set session_replication_role = default`)
  expect(await migrate(database.address)).toContain('0031_returns_find_purchases')
  const orders = await pool.query(
    `select order_item_id, order_status, commission_cents, waiting_return_cents from amazon_orders order by 1`,
  )
  expect(orders.rows.map((row) => Object.values(row))).toEqual([
    [told[0]?.id, 'returned', 0, 0],
    [told[1]?.id, 'shipped', 160, 0],
    [told[2]?.id, 'returned', 0, 40],
  ])
  const waiting = await pool.query('select order_item_id from orders_to_post order by 1')
  expect(waiting.rows.map(({ order_item_id }) => order_item_id)).toEqual([told[0]?.id, told[1]?.id])
  const lines: string[] = []
  await verify({ db, clock: clock.now, actor: null }, [orderChecks], (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})
