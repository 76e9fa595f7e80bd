import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { runCommand } from '../../../tests/harness/process.ts'
import { ManualClock } from '../../platform/clock.ts'
import { contentHash, pairDays } from '../imports/merge/rows-sql.ts'
import { withContentHash } from '../imports/testing/content-hash.ts'
import { calculate, giveOrder, putOrder } from '../posting/testing/orders.ts'
import { seenBy } from './testing/tampering.ts'
import { orderChecks } from './verify.ts'

let database: TestDatabase
const clock = new ManualClock(new Date('2026-10-01T12:00:00Z'))
const observations = 'observations are unchanged since their import'
const states = 'orders match their reports in force'
const matches = 'matches fit their orders and products'
const holds = 'orders under review are held back, and no others'
const amounts = 'the ledger adds up to what orders are worth'
const pairs = 'rows of Fee-Earnings belong to the orders that they were paired with'
const identities = 'rows of Fee-Earnings are distinguished by their values'
const reviews = 'orders under review are those that cannot be paired'
const reasons = 'ledger rows name observations of their orders'
const ids = 'ledger and queues name orders that exist'
const runs = 'posting runs have the rows they ended with'
const takings = 'returns take from the orders of Folio’s CSV that they fit'
const months = 'months add up to what orders are worth, and returns count in their own'
const counts = 'imports have the items that they report'
// Ana has 111-1 (in two reports), Ben 111-2 (returned) and 111-4 (withdrawn); 111-3 is nobody's and waits.
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const [ana, ben] = [await insertPerson(db), await insertPerson(db)]
  const [mug, lamp] = [await insertProduct(db, ana), await insertProduct(db, ben)]
  for (const id of ['111-1', '111-2', '111-3', '111-4']) await putOrder(db, id)
  await putOrder(db, '111-1', { cents: 500 })
  await giveOrder(db, '111-1', { person: ana, productId: mug.id })
  await giveOrder(db, '111-2', { person: ben, productId: lamp.id })
  await giveOrder(db, '111-4', { person: ben, productId: lamp.id })
  await calculate({ db, clock: clock.now })
  await putOrder(db, '111-2', { status: 'returned' })
  await putOrder(db, '111-4', { isWithdrawn: true })
  await calculate({ db, clock: clock.now })
  await putOrder(db, '111-3')
})
afterAll(() => database.close())

const seen = (...tamper: Parameters<typeof seenBy>[2]) => seenBy(database.owner.db, orderChecks, tamper)
const order = (assignment: string, id = '111-1') =>
  sql.raw(`update amazon_orders set ${assignment} where order_item_id = '${id}'`)

const hold = (number: number) =>
  sql`insert into earnings_holds select order_item_id, payee_id, ${sql.lit(number)}, 'own_purchase', '2026-10-01', now()
    from order_matches where order_item_id = '111-1'`

/** A return that no report had, in the observation that counts. */
const reportReturn = sql`
  update order_observations set returns = '{"quantity": 1, "cents": 500, "status": "shipped",
    "returns": [{"day": "2026-10-01", "pieces": 1, "cents": 200, "reversed": true}]}'
  where id = (select observation_id from amazon_orders where order_item_id = '111-1')`

describe('npm run verify: orders', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await seen(sql`select 1`)).toEqual({})
    const { code, out } = await runCommand('verify', database)
    expect(code, out).toBe(0)
    for (const name of [observations, states, matches, holds, amounts, reasons, runs, ids, counts])
      expect(out).toContain(`ok    ${name}: `)
    expect(out).toMatch(/^ok {4}ledger rows balance and form one chain a payee: 5 rows$/m)
  })

  it.each([
    [
      'a title',
      [sql`update order_observations set product_title = 'x' where order_item_id = '111-4'`],
      [observations],
    ],
    [
      'what an import was of',
      [sql`update import_batches set has_own_sub_tags = true where undone_at is not null`],
      [observations],
    ],
    [
      'evidence that agrees and is listed as disagreeing',
      [
        sql`insert into order_disagreements
          select order_item_id, order_date, payee_id, null, null, 'high', 'x', '{}', now() from order_matches limit 1`,
      ],
      ['matches that the evidence contradicts are listed, and no others'],
    ],
    ['a commission', [order('commission_cents = 501')], [states, amounts]],
    ['a currency', [order(`currency = 'CAD'`)], [states]],
    ['a status', [order(`order_status = 'returned'`)], [states, amounts]],
    [
      'a review without a hold',
      [
        sql`update order_matches set review = 'several_creators', confidence = 'medium', is_decided = false
          where order_item_id = '111-1'`,
      ],
      [holds],
    ],
    ['a hold without a review', [hold(1)], [holds]],
    ['a hold that begins with its end', [hold(2)], [holds]],
    ['a date', [order('order_date = order_date + 1')], [states, matches]],
    ['an earning month of a part', [order(`other_months = '{"2026-12": 100}'`)], [amounts, months]],
    ['a day of shipment', [order(`shipped_on = order_date + 60`)], [states, amounts]],
    ['a title', [order(`product_title = 'x'`)], [states]],
    ['what came back of an order', [reportReturn], [observations, states, months]],
    [
      'an order that nothing takes from, as what a return took from',
      [order(`taken_from_id = '111-2'`)],
      [states, takings],
    ],
    ['an order that was withdrawn for no reason', [order('observation_id = null')], [states, amounts]],
    [
      'an order that came back for no reason',
      [order(`observation_id = (select id from order_observations where order_item_id = '111-4')`, '111-4')],
      [states, amounts],
    ],
    [
      'an order with another’s report',
      [order(`observation_id = (select id from order_observations where order_item_id = '111-4')`)],
      [states],
    ],
    [
      'an import undone without its orders',
      [
        sql`update import_batches set undone_at = now(), undone_reason = 'x' where id =
          (select batch_id from order_observations where order_item_id = '111-1' and commission_cents = 500)`,
      ],
      [states],
    ],
    [
      'an order that is gone',
      [sql`delete from amazon_orders where order_item_id = '111-2'`],
      [states, matches, ids],
    ],
    [
      'a match that was given to another',
      [
        sql`update order_matches m set payee_id = o.payee_id, product_id = o.product_id from order_matches o
          where m.order_item_id = '111-1' and o.order_item_id = '111-2'`,
      ],
      [amounts],
    ],
    [
      'a match with another’s product',
      [
        sql`update order_matches m set product_id = o.product_id from order_matches o
          where m.order_item_id = '111-1' and o.order_item_id = '111-2'`,
      ],
      [matches],
    ],
    [
      'a match with the link of another product',
      [
        sql`update order_matches set short_link_id = (select id from short_links where product_id <> order_matches.product_id limit 1)
          where order_item_id = '111-1'`,
      ],
      [matches],
    ],
    [
      'a match of no order',
      [sql`update order_matches set order_item_id = '9' where order_item_id = '111-4'`],
      [matches],
    ],
    ['a match that is gone', [sql`delete from order_matches where order_item_id = '111-1'`], [amounts]],
    ['a row that is gone', [sql`delete from earnings_ledger where order_item_id = '111-1'`], [amounts, runs]],
    [
      'a row that was posted by another order’s report',
      [
        sql`update earnings_ledger set observation_id = (
          select id from order_observations where order_item_id = '111-4') where order_item_id = '111-1'`,
      ],
      [reasons],
    ],
    ['a row of no run', [sql`update earnings_ledger set posting_run_id = null`], [runs]],
    [
      'a row’s hash',
      [sql`update earnings_ledger set hash = sha256('x') where order_item_id = '111-1'`],
      [runs],
    ],
    [
      'a row that was changed and given its hash again',
      [
        sql`update earnings_ledger set available_on = available_on + 1 where order_item_id = '111-1'`,
        sql`update earnings_ledger l set hash = ledger_row_hash(l) where order_item_id = '111-1'`,
      ],
      [runs],
    ],
    ['a run’s digest', [sql`update posting_runs set digest = sha256('x')`], [runs]],
    ['a run’s missing digest', [sql`update posting_runs set digest = null`], [runs]],
    ['a run’s number of rows', [sql`update posting_runs set entries = entries + 1`], [runs]],
    [
      'a return that is gone',
      [sql`delete from earnings_ledger where order_item_id = '111-2' and transaction_type = 'return'`],
      [amounts, runs],
    ],
    ['a queue of no order', [sql`insert into orders_to_match values ('9', '2026-09-10')`], [ids]],
    [
      'an order that waits under another day',
      [sql`insert into orders_to_match values ('111-1', '2026-09-09')`],
      [ids],
    ],
    ['another queue of no order', [sql`insert into orders_to_post values ('9')`], [ids]],
    ['an import’s number of items', [sql`update import_batches set total = 2`], [counts]],
    ['an import that is gone', [sql`delete from import_batches`], [observations, states, counts]],
    [
      'items of an import that was given up',
      [sql`update import_batches set state = 'discarded' where undone_at is null`],
      [states, counts],
    ],
  ])('sees %s', async (_, tamper, expected) => {
    expect(Object.keys(await seen(...tamper))).toEqual(expected)
  })

  it('accepts that an order differs while it waits for the next calculation', async () => {
    const waits = sql`insert into orders_to_post values ('111-1')`
    expect(await seen(sql`delete from order_matches where order_item_id = '111-1'`, waits)).toEqual({})
  })

  it('accepts a match with its order’s earlier date until the next matching', async () => {
    const imported = [
      sql`update amazon_orders set order_date = order_date + 1 where order_item_id = '111-1'`,
      sql`update order_observations set order_date = order_date + 1 where order_item_id = '111-1'`,
      sql`update order_observations s set content_hash = ${sql.raw(contentHash)} from import_batches b
        where b.id = s.batch_id and order_item_id = '111-1'`,
    ]
    expect(Object.keys(await seen(...imported))).toEqual([matches])
    const waits = sql`insert into orders_to_match values ('111-1', '2026-09-11')`
    expect(await seen(...imported, waits)).toEqual({})
  })

  it('names the run that is wrong, and how, but none that is still at work', async () => {
    const tamper = sql`update posting_runs set digest = sha256('x')`
    const { [runs]: found } = await seen(tamper)
    expect(found).toEqual(
      Array(2).fill(expect.stringMatching(/^posting run [0-9a-f-]{36}: its rows do not have its digest$/)),
    )
    const { [runs]: counted } = await seen(sql`update posting_runs set entries = 9`)
    expect(counted?.[0]).toMatch(/^posting run [0-9a-f-]{36}: 9 rows against \d$/)
    const goesOn = sql`update order_runs set state = 'running', lease_token = uuidv7(), finished_at = null where id =
      (select run_id from posting_runs order by id limit 1)`
    expect((await seen(tamper, goesOn))[runs]).toHaveLength(1)
  })

  it('names the order that is wrong, and how', async () => {
    const found = await seen(order('commission_cents = 501'))
    expect(found[states]).toEqual([
      'order 111-1: shipped 501 2026-09-10 B000000001 against shipped 500 2026-09-10 B000000001',
    ])
    expect(found[amounts]).toEqual([
      expect.stringMatching(/^order 111-1, payee [0-9a-f-]{36}, 2026-09: 500 cents against 501 owed$/),
    ])
  })
})

describe('npm run verify: Amazon’s own reports (docs/product/reports.md#rows-of-fee-earnings)', () => {
  /** A Fee-Earnings report of a day, of items at their commissions, or a Fee-Orders report of dates. */
  const report = async (
    format: string,
    asOf: string,
    day: string,
    items: Record<string, number | string>,
  ) => {
    const { rows } = await database.pool.query(
      `insert into import_batches (file_hash, format, marketplace, report_as_of, total, created_at)
       values ($1, $2, 'us', $3, $4, now()) returning id`,
      [randomBytes(32), format, asOf, Object.keys(items).length],
    )
    const id: string = rows[0].id
    for (const [i, [item, value]] of Object.entries(items).entries()) {
      if (format === 'fee_orders')
        await database.pool.query(`insert into fee_order_dates values ($1, $2, 'us', $3, 'B000000002', '')`, [
          id,
          i + 1,
          value,
        ])
      else
        await database.db
          .insertInto('order_observations')
          .values(
            await withContentHash(database.db, {
              batch_id: id,
              line: i + 1,
              order_item_id: item,
              order_date: day,
              asin: 'B000000002',
              quantity: 1,
              commission_cents: Number(value),
              order_status: Number(value) < 0 ? 'returned' : 'shipped',
              fee_key: keyOf(item),
            }),
          )
          .execute()
    }
    const days = format === 'fee_orders' ? Object.values(items) : [day]
    for (const reportedDay of days)
      await database.pool.query(
        `insert into import_days (import_id, marketplace, format, pays, day) values ($1, 'us', $2, $3, $4)`,
        [id, format, format !== 'fee_orders', reportedDay],
      )
    if (format === 'fee_orders') return
    // Its orders have ids of their own, like those made before the upgrade to parts of ids.
    await database.pool.query(
      `insert into earlier_order_ids
       select fee_row_name(fee_key, '', order_date, commission_cents, quantity, 1), order_item_id
       from order_observations where batch_id = $1 on conflict do nothing`,
      [id],
    )
    await database.pool.query(
      `insert into fee_rows (observation_id, import_id, day, fee_key, sub_tag, cents, pieces, ordinal, name, order_item_id)
       select id, batch_id, order_date, fee_key, '', commission_cents, quantity, 1,
         fee_row_name(fee_key, '', order_date, commission_cents, quantity, 1), order_item_id
       from order_observations where batch_id = $1`,
      [id],
    )
    await pairDays(id).execute(database.db)
  }
  const keyOf = (item: string) => item.replace(/-\d{4}-\d\d-\d\d(-.+)-\d+$/, '$1')
  const put = (item: string, cents: number, date: string, { isThere = true, status = 'shipped' } = {}) =>
    database.pool.query(
      `insert into amazon_orders (order_item_id, observation_id, marketplace, format, order_date, shipped_on, asin,
         quantity, commission_cents, order_status, updated_at)
       select order_item_id, case when $4 then id end, 'us', 'fee_earnings', $3, order_date, asin, quantity, $2, $5, now()
       from order_observations where order_item_id = $1 order by commission_cents = $2 desc limit 1`,
      [item, cents, date, isThere, status],
    )

  it('counts only the newest report of a day, and takes the order’s day from Fee-Orders', async () => {
    await report('fee_earnings', '2026-09-02', '2026-09-01', { 'fee-1': 100, 'fee-2': 200 })
    await report('fee_earnings', '2026-09-03', '2026-09-01', { 'fee-1': 150 })
    await report('fee_orders', '2026-09-03', '', { a: '2026-08-20' })
    await put('fee-1', 150, '2026-08-20')
    await put('fee-2', 200, '2026-08-20', { isThere: false })
    expect(await seen(sql`select 1`)).toEqual({})
    expect(await seen(order('commission_cents = 100', 'fee-1'))).toHaveProperty([states])
    expect(await seen(order('order_date = shipped_on', 'fee-1'))).toHaveProperty([states])
    const stillThere = order(
      `observation_id = (select id from order_observations where order_item_id = 'fee-2')`,
      'fee-2',
    )
    expect(await seen(stillThere)).toHaveProperty([states])
    const another = `(select observation_id from fee_rows where order_item_id = 'fee-2')`
    expect(
      await seen(sql.raw(`update fee_rows set order_item_id = 'fee-3' where observation_id = ${another}`)),
    ).toHaveProperty([pairs])
    expect(
      await seen(sql.raw(`update fee_rows set ordinal = 2 where observation_id = ${another}`)),
    ).toHaveProperty([identities])
    expect(await seen(sql.raw(`delete from fee_rows where observation_id = ${another}`))).toHaveProperty([
      identities,
    ])
    expect(await seen(order(`review_reason = 'restated_ambiguously'`, 'fee-1'))).toHaveProperty([reviews])
  })

  it('subtracts returns from what cost as much, else from what was bought last before them (decision 24)', async () => {
    const on = (day: number, number = 1) => `fee-us-2026-09-${day}-B000000002-0123456789ab-${number}`
    const centsOf = {
      [on(11)]: 100,
      [on(12)]: 200,
      [on(12, 2)]: 30,
      [on(13)]: -150,
      [on(13, 2)]: -100,
      [on(14)]: 70,
    }
    for (const day of [11, 12, 13, 14]) {
      const items = Object.entries(centsOf).filter(([id]) => id.includes(`-09-${day}-`))
      await report('fee_earnings', '2026-09-20', `2026-09-${day}`, Object.fromEntries(items))
    }
    await put(on(12), 80, '2026-08-20')
    for (const id of [on(11), on(12, 2), on(13), on(13, 2)])
      await put(id, 0, '2026-08-20', { status: 'returned' })
    await put(on(14), 70, '2026-08-20')
    expect(await seen(sql`select 1`)).toEqual({})

    const line = async (assignment: string, id: string) => (await seen(order(assignment, id)))[states]
    const asin = '2026-08-20 B000000002'
    expect(await line('commission_cents = 100', on(12))).toEqual([
      `order ${on(12)}: shipped 100 ${asin} against shipped 80 ${asin}`,
    ])
    expect(await line(`order_status = 'shipped'`, on(11))).toEqual([
      `order ${on(11)}: shipped 0 ${asin} against returned 0 ${asin}`,
    ])
    expect(await line('commission_cents = 150', on(13))).toHaveLength(1)
    expect(await line('commission_cents = 0', on(14))).toHaveLength(1)
    const undone = sql`update import_batches set undone_at = now(), undone_reason = 'x' where id = (
      select batch_id from order_observations where order_item_id = ${on(13)})`
    expect((await seen(undone))[states]).toHaveLength(5)
  })
})
