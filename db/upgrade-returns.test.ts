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

it('0038 has a return that waits take from the order of Folio’s CSV that it fits', async () => {
  const database = await databaseOf(37)
  const { db, pool } = database
  const batch = async (format: string) =>
    (
      await pool.query(
        `insert into import_batches (state, format, marketplace, file_hash, report_as_of, total, created_at, merged_at)
         values ('merged', $1::text, 'us', sha256(convert_to($1::text, 'UTF8')), '2026-11-20T01:00:00Z', 1, now(), now()) returning id`,
        [format],
      )
    ).rows[0].id
  const tell = (
    importId: string,
    values: { id: string; day: string; pieces: number; cents: number; key: string | null },
  ) =>
    pool.query(
      `with b as (select * from import_batches where id = $1), told as (
         insert into order_observations (batch_id, line, order_item_id, order_date, asin, product_title, quantity,
           commission_cents, order_status, sub_tag, content_hash, fee_key)
         select $1, 2, $2, $3, 'B0C7KQ4T2M', 'A mug', $4, $5, case when $5::bigint < 0 then 'returned' else 'shipped' end,
           'anas', sha256('x'), $6
         returning *
       ), identity as (
         insert into fee_rows (observation_id, import_id, day, fee_key, sub_tag, cents, pieces, ordinal, name, order_item_id)
         select id, batch_id, order_date, fee_key, 'anas', commission_cents, quantity, 1, order_item_id, order_item_id
         from told where fee_key is not null
       ), days as (
         insert into import_days (import_id, marketplace, format, pays, day, counts)
         select $1, 'us', format, true, $3, $6::text is not null from b
       )
       insert into amazon_orders (order_item_id, observation_id, marketplace, format, order_date, shipped_on, asin,
         product_title, quantity, commission_cents, order_status, sub_tag, waiting_return_cents, updated_at)
       select order_item_id, id, 'us', (select format from b), order_date, case when fee_key is not null then order_date end,
         asin, product_title, quantity, greatest(commission_cents, 0), order_status, sub_tag, greatest(-commission_cents, 0), now()
       from told`,
      [importId, values.id, values.day, values.pieces, values.cents, values.key],
    )
  await tell(await batch('folio_csv'), { id: 'paid', day: '2026-10-03', pieces: 2, cents: 800, key: null })
  const { rows: named } = await pool.query(
    `select 'fee-us-B0C7KQ4T2M-0123456789ab' as key,
       fee_row_name('fee-us-B0C7KQ4T2M-0123456789ab', 'anas', '2026-11-09', -400, -1, 1) as id`,
  )
  const [{ key, id }] = named
  await tell(await batch('fee_earnings'), { id, day: '2026-11-09', pieces: -1, cents: -400, key })
  await pool.query(`
    set session_replication_role = replica;
    update order_observations s set content_hash = ${contentHash} from import_batches b where b.id = s.batch_id;
    set session_replication_role = default`)
  expect(await migrate(database.address)).toContain('0038_returns_of_csv_orders')
  const orders = await pool.query(
    `select order_item_id, order_status, commission_cents, quantity, waiting_return_cents, taken_from_id
     from amazon_orders order by shipped_on nulls first`,
  )
  expect(orders.rows.map((row) => Object.values(row))).toEqual([
    ['paid', 'shipped', 400, 1, 0, null],
    [id, 'returned', 0, -1, 0, 'paid'],
  ])
  expect((await pool.query('select order_item_id from orders_to_post')).rows).toEqual([
    { order_item_id: 'paid' },
  ])
  const lines: string[] = []
  await verify({ db, clock: clock.now, actor: null }, [orderChecks], (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})
