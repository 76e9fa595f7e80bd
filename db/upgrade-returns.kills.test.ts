import { expect, it } from 'vitest'
import { hashBeforeMonths } from '../src/orders/imports/testing/content-hash.ts'
import { orderChecks } from '../src/orders/proof/verify.ts'
import { ManualClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { verify } from '../src/platform/verification.ts'
import type { TestDatabase } from '../tests/harness/database.ts'
import { databaseOf } from '../tests/harness/earlier-database.ts'
import { insertPerson } from '../tests/harness/factories.ts'

const clock = new ManualClock(new Date())

const wrongIn = async ({ db }: TestDatabase): Promise<string[]> => {
  const lines: string[] = []
  await verify({ db, clock: clock.now, actor: null }, [orderChecks], (line) => lines.push(line))
  return lines.filter((line) => !line.startsWith('ok '))
}

it('0031 makes returns take from orders of their own sub tag, and the next calculation post it', async () => {
  const database = await databaseOf(22)
  const { pool } = database
  const { rows } = await pool.query(
    `insert into import_batches (state, format, marketplace, file_hash, report_as_of, total, created_at, merged_at)
     values ('merged', 'fee_earnings', 'us', sha256('x'), '2026-11-20T01:00:00Z', 3, now(), now()) returning id`,
  )
  const importId = rows[0].id
  const key = 'fee-us-B0C7KQ4T2M-0123456789ab'
  // Before, a return took from the latest order, whoever's it was.
  const reported = [
    { day: '2026-11-03', subTag: 'anas', said: 160, was: 160, status: 'shipped', now: 0 },
    { day: '2026-11-04', subTag: 'bens', said: 160, was: 0, status: 'returned', now: 160 },
    { day: '2026-11-05', subTag: 'anas', said: -200, was: 0, status: 'returned', now: 0 },
  ].map((row) => ({ ...row, id: key.replace('fee-us', `fee-us-${row.day}`).concat('-1') }))
  for (const [index, { id, day, subTag, said, was, status }] of reported.entries()) {
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
  // Without columns that observations did not have yet.
  await pool.query(`
    set session_replication_role = replica;
    update order_observations s set content_hash = ${hashBeforeMonths.replace(', s.returns::text', '')} from import_batches b where b.id = s.batch_id;
    set session_replication_role = default`)
  expect(await migrate(database.address)).toContain('0031_returns_find_purchases')
  const orders = await pool.query(
    `select order_item_id, order_status, commission_cents, waiting_return_cents from amazon_orders order by 1`,
  )
  expect(orders.rows.map((row) => Object.values(row))).toEqual([
    [reported[0]?.id, 'returned', 0, 0],
    [reported[1]?.id, 'shipped', 160, 0],
    [reported[2]?.id, 'returned', 0, 40],
  ])
  const waiting = await pool.query('select order_item_id from orders_to_post order by 1')
  expect(waiting.rows.map(({ order_item_id }) => order_item_id)).toEqual([reported[0]?.id, reported[1]?.id])
  expect(await wrongIn(database)).toEqual([])
})

it('0038 makes a waiting return take from the order of Folio’s CSV that it fits', async () => {
  const database = await databaseOf(37)
  const { pool } = database
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
      `with b as (select * from import_batches where id = $1), reported as (
         insert into order_observations (batch_id, line, order_item_id, order_date, asin, product_title, quantity,
           commission_cents, order_status, sub_tag, content_hash, fee_key)
         select $1, 2, $2, $3, 'B0C7KQ4T2M', 'A mug', $4, $5, case when $5::bigint < 0 then 'returned' else 'shipped' end,
           'anas', sha256('x'), $6
         returning *
       ), identity as (
         insert into fee_rows (observation_id, import_id, day, fee_key, sub_tag, cents, pieces, ordinal, name, order_item_id)
         select id, batch_id, order_date, fee_key, 'anas', commission_cents, quantity, 1, order_item_id, order_item_id
         from reported where fee_key is not null
       ), days as (
         insert into import_days (import_id, marketplace, format, pays, day, counts)
         select $1, 'us', format, true, $3, $6::text is not null from b
       )
       insert into amazon_orders (order_item_id, observation_id, marketplace, format, order_date, shipped_on, asin,
         product_title, quantity, commission_cents, order_status, sub_tag, waiting_return_cents, updated_at)
       select order_item_id, id, 'us', (select format from b), order_date, case when fee_key is not null then order_date end,
         asin, product_title, quantity, greatest(commission_cents, 0), order_status, sub_tag, greatest(-commission_cents, 0), now()
       from reported`,
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
    update order_observations s set content_hash = ${hashBeforeMonths} from import_batches b where b.id = s.batch_id;
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
  expect(await wrongIn(database)).toEqual([])
})

/** Rows of Fee-Earnings of one key in a database of before, each file of one day, with what was made of them. */
function fileTeller({ pool }: TestDatabase) {
  const key = 'fee-us-B0C7KQ4T2M-0123456789ab'
  type Row = { subTag: string; cents: number; status: string; waiting: number; left?: number; tag?: string }
  const tell = async (day: string, rows: Row[]) => {
    const batch = await pool.query(
      `insert into import_batches (state, format, marketplace, file_hash, report_as_of, total, created_at, merged_at)
       values ('merged', 'fee_earnings', 'us', sha256(convert_to($1, 'UTF8')), '2026-11-20T01:00:00Z', $2, now(), now()) returning id`,
      [day, rows.length],
    )
    const [{ id }] = batch.rows
    await pool.query(
      `insert into import_days (import_id, marketplace, format, pays, day, counts)
       values ($1, 'us', 'fee_earnings', true, $2, true)`,
      [id, day],
    )
    for (const [nth, { subTag, cents, status, waiting, left, tag = null }] of rows.entries()) {
      await pool.query(
        `insert into order_observations (batch_id, line, order_item_id, order_date, asin, product_title, quantity,
           commission_cents, order_status, sub_tag, content_hash, fee_key, tracking_id)
         select $1, $6::int + 2, fee_row_name($2, $3, $4::date, $5::bigint, 1, 1), $4::date, 'B0C7KQ4T2M', 'A mug', 1, $5::bigint,
           case when $5::bigint < 0 then 'returned' else 'shipped' end, $3, sha256('x'), $2, $7`,
        [id, key, subTag, day, cents, nth, tag],
      )
      await pool.query(
        `insert into fee_rows (observation_id, import_id, day, fee_key, sale_key, sub_tag, cents, pieces, ordinal, name, order_item_id)
         select id, batch_id, order_date, fee_key, '0123456789ab', sub_tag, commission_cents, quantity, 1, order_item_id, order_item_id
         from order_observations where batch_id = $1 and sub_tag = $2`,
        [id, subTag],
      )
      await pool.query(
        `insert into amazon_orders (order_item_id, observation_id, marketplace, format, order_date, shipped_on, asin,
           product_title, quantity, commission_cents, order_status, sub_tag, tracking_id, waiting_return_cents, updated_at)
         select order_item_id, id, 'us', 'fee_earnings', order_date, order_date, asin, product_title, quantity,
           coalesce($4, greatest(0, commission_cents)), $2, sub_tag, tracking_id, $3, now()
         from order_observations where batch_id = $1 and sub_tag = $5`,
        [id, status, waiting, left ?? null, subTag],
      )
    }
    await pool.query(`
      set session_replication_role = replica;
      update order_observations s set content_hash = ${hashBeforeMonths} from import_batches b where b.id = s.batch_id;
      set session_replication_role = default`)
  }
  return tell
}

it('0065 identifies rows by their sub tags in any case; their orders stay, and returns take from them', async () => {
  const database = await databaseOf(64)
  const { pool } = database
  const tell = fileTeller(database)
  await tell('2026-11-03', [{ subTag: 'ANAS', cents: 160, status: 'shipped', waiting: 0 }])
  await tell('2026-11-04', [{ subTag: 'anas', cents: -160, status: 'returned', waiting: 160 }])
  const ids = async () =>
    (await pool.query('select order_item_id as id, sub_tag from amazon_orders order by order_date')).rows
  const before = await ids()
  expect(await migrate(database.address)).toContain('0065_tags_in_any_case')
  expect(await ids()).toEqual(before)
  const rows = await pool.query(
    `select r.sub_tag, r.name = fee_row_name(fee_key, 'anas', day, cents, 1, 1) as is_named, r.order_item_id, e.name is not null as is_known
     from fee_rows r left join earlier_order_ids e on (e.name, e.order_item_id) = (r.name, r.order_item_id) order by day`,
  )
  expect(rows.rows).toEqual([
    { sub_tag: 'anas', is_named: true, order_item_id: before[0].id, is_known: true },
    { sub_tag: 'anas', is_named: true, order_item_id: before[1].id, is_known: false },
  ])
  const states = await pool.query(
    'select commission_cents, order_status, waiting_return_cents from amazon_orders order by order_date',
  )
  expect(states.rows.map((row) => Object.values(row))).toEqual([
    [0, 'returned', 0],
    [0, 'returned', 0],
  ])
  expect((await pool.query('select order_item_id as id from orders_to_post')).rows).toEqual([
    { id: before[0].id },
  ])
  expect(await wrongIn(database)).toEqual([])
})

it('0065 leaves a key alone that has a sub tag in two cases on one day: returns go on taking by the tag as it stands', async () => {
  const database = await databaseOf(64)
  const tell = fileTeller(database)
  await tell('2026-11-03', [
    { subTag: 'ANAS', cents: 160, status: 'shipped', waiting: 0 },
    { subTag: 'anas', cents: 240, status: 'returned', waiting: 0, left: 0 },
  ])
  await tell('2026-11-04', [{ subTag: 'anas', cents: -300, status: 'returned', waiting: 60 }])
  expect(await migrate(database.address)).toContain('0065_tags_in_any_case')
  const { rows } = await database.pool.query(
    'select sub_tag, commission_cents, waiting_return_cents from amazon_orders order by order_date, sub_tag',
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['ANAS', 160, 0],
    ['anas', 0, 0],
    ['anas', 0, 60],
  ])
  expect(await wrongIn(database)).toEqual([])
})

it('0073 looks tracking ids up in any case: orders are matched again, as of the day that Fee-Orders say', async () => {
  const database = await databaseOf(72)
  const { db, pool } = database
  const { payeeId } = await insertPerson(db)
  const typed = { tag: 'Folio-Ana-20', marketplace: 'us', payee_id: payeeId, valid_from: '2026-01-01' }
  await db
    .insertInto('tracking_ids')
    .values({ ...typed, created_at: clock.now() })
    .execute()
  const tell = fileTeller(database)
  const sale = { cents: 160, status: 'shipped', waiting: 0 }
  await tell('2026-11-03', [
    { ...sale, subTag: '', tag: 'folio-ana-20' },
    { ...sale, subTag: 'anas', tag: 'FOLIO-ANA-20' },
    { ...sale, subTag: 'bens', tag: 'elsewhere-20' },
  ])
  const { rows: ordered } = await pool.query(
    `insert into import_batches (state, format, marketplace, file_hash, report_as_of, total, created_at, merged_at)
     values ('merged', 'fee_orders', 'us', sha256('ordered'), '2026-11-20T01:00:00Z', 1, now(), now()) returning id`,
  )
  const [{ id }] = ordered
  await pool.query(
    `insert into import_days (import_id, marketplace, format, pays, day, counts)
     values ($1, 'us', 'fee_orders', false, '2026-11-01', true)`,
    [id],
  )
  await pool.query(
    `insert into fee_order_dates values ($1, 2, 'us', '2026-11-01', 'B0C7KQ4T2M', 'Folio-Ana-20')`,
    [id],
  )
  expect(await migrate(database.address)).toContain('0073_tracking_ids_in_any_case')
  const { rows } = await pool.query(
    `select o.tracking_id, o.order_date, q.order_date as queued, r.key_as_written
     from amazon_orders o join fee_rows r using (order_item_id) left join orders_to_match q using (order_item_id)
     order by o.sub_tag`,
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['folio-ana-20', '2026-11-01', '2026-11-01', false],
    ['FOLIO-ANA-20', '2026-11-01', '2026-11-01', true],
    ['elsewhere-20', '2026-11-03', null, false],
  ])
  expect(await wrongIn(database)).toEqual([])
})
