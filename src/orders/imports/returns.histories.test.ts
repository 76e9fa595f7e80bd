import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { matchOrders } from '../matching/service.ts'
import { calculate, rowsOf, terms } from '../posting/testing/orders.ts'
import { orderChecks } from '../proof/verify.ts'
import { findingsOf } from '../testing/findings.ts'
import { unwatched } from '../testing/progress.ts'
import { feeEarningsText, feeOrdersText, foreignFeesText } from '../testing/report-text.ts'
import type { ImportDetail } from './contract.ts'
import { type Imports, importsOf } from './testing/stage.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  imports = importsOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())

let n = 0
let asin = ''
/** Each test has an item and days of a year of its own. */
beforeEach(() => {
  n += 1
  asin = `B0RETURN${n + 10}`
})
const day = (of: number) => `${2000 + n}-05-${String(of).padStart(2, '0')}`

type Cells = Parameters<typeof feeEarningsText>[0][number]
const dollars = (cents: number) => (cents / 100).toFixed(2)
const sold = (on: number, cents: number, cells: Cells = {}): Cells => ({
  ASIN: asin,
  'Date Shipped': day(on),
  'Ad Fees($)': dollars(cents),
  ...cells,
})
const returned = (on: number, cents: number, cells: Cells = {}): Cells =>
  sold(on, -cents, { 'Items Shipped': '0', Returns: '1', ...cells })

let hour = 0
/** Merges a file that is newer than those before it. */
const add = async (rows: Cells[], query: Record<string, string> = {}) => {
  hour += 1
  const report_as_of = new Date(Date.UTC(2026, 10, 1, hour)).toISOString()
  const merged = await imports.add(feeEarningsText(rows), { apply: true, report_as_of, ...query })
  expect(merged).toMatchObject({ state: 'merged', error: null })
  return merged
}

/** What became of an import's rows, and whether the numbers sum to all of them. */
const counts = (batch: ImportDetail) => {
  const { imported, updated, unchanged, failed, waiting_returns, combined, total, others_changed } = batch
  expect(imported + updated + unchanged + failed + waiting_returns + combined).toBe(total)
  const all = { total, imported, updated, unchanged, failed, waiting_returns, combined, others_changed }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))
}

/** The test's items that count, by day: `day: status cents x quantity`. */
const items = async () => {
  const { rows } = await app.database.pool.query(
    `select extract(day from shipped_on) || ': ' || order_status || ' ' || commission_cents || ' x' || quantity as line
     from amazon_orders where asin = $1 and observation_id is not null
     order by shipped_on, order_item_id`,
    [asin],
  )
  return rows.map(({ line }) => line)
}

afterEach(async () => {
  const context = { db: app.database.db, actor: null, clock: app.clock.now }
  expect(await findingsOf(context, orderChecks)).toEqual([])
})

describe('a return in Fee-Earnings on a later day (decision 24)', () => {
  it('of the same file takes back what was bought, and belongs to nobody itself', async () => {
    const { imported, failed } = await add([sold(3, 84), returned(5, 84)])
    expect({ imported, failed }).toEqual({ imported: 2, failed: 0 })
    expect(await items()).toEqual(['3: returned 0 x1', '5: returned 0 x-1'])
  })

  it('of a later file does so too, and counts as a change of the purchase', async () => {
    await add([sold(3, 84), sold(3, 50, { Seller: 'Another' })])
    const { imported, updated, others_changed, unchanged, withdrawn } = await add([returned(5, 84)])
    expect({ imported, updated, others_changed, unchanged, withdrawn }).toEqual({
      imported: 1,
      updated: 0,
      others_changed: 1,
      unchanged: 0,
      withdrawn: 0,
    })
    expect((await items()).sort()).toEqual(['3: returned 0 x1', '3: shipped 50 x1', '5: returned 0 x-1'])
  })

  it('of a part leaves the rest', async () => {
    await add([sold(3, 168, { 'Items Shipped': '2' }), returned(5, 84)])
    expect(await items()).toEqual(['3: shipped 84 x2', '5: returned 0 x-1'])
  })

  it('that was imported first waits for its purchase', async () => {
    await add([returned(5, 84)])
    expect(await items()).toEqual(['5: returned 0 x-1'])
    const { imported, updated, others_changed } = await add([sold(3, 100)])
    expect({ imported, updated, others_changed }).toEqual({ imported: 1, updated: 0, others_changed: 0 })
    expect(await items()).toEqual(['3: shipped 16 x1', '5: returned 0 x-1'])
  })

  it('is of the last purchase before it, and of none after it', async () => {
    await add([sold(2, 30), sold(3, 84), sold(3, 20), returned(5, 94), sold(6, 84)])
    expect(await items()).toEqual([
      '2: shipped 30 x1',
      '3: shipped 10 x1',
      '3: returned 0 x1',
      '5: returned 0 x-1',
      '6: shipped 84 x1',
    ])
  })

  it('of the day of the purchase is of that day’s purchase, whatever the order of rows', async () => {
    await add([returned(3, 84), sold(3, 84)])
    expect(await items()).toEqual(['3: returned 0 x-1', '3: returned 0 x1'])
  })

  it('larger than what is known leaves nothing, and the rest waits for earlier purchases', async () => {
    await add([sold(3, 84), returned(5, 284), sold(6, 70)])
    expect(await items()).toEqual(['3: returned 0 x1', '5: returned 0 x-1', '6: shipped 70 x1'])
    await add([sold(1, 150), sold(2, 150)])
    expect(await items()).toEqual([
      '1: shipped 100 x1',
      '2: returned 0 x1',
      '3: returned 0 x1',
      '5: returned 0 x-1',
      '6: shipped 70 x1',
    ])
  })

  it('is of no other marketplace, tracking id, ASIN, seller, device and kind of sale', async () => {
    const others = [
      { 'Tracking ID': 'other-20' },
      { ASIN: 'B0OTHER000' },
      { Seller: 'Another' },
      { 'Device Type Group': 'DESKTOP' },
      { 'Direct Sale': 'No' },
    ]
    await add([sold(3, 84)], { marketplace: 'ca' })
    await add([sold(3, 84), ...others.map((cells) => returned(5, 84, cells))])
    await add([returned(5, 84)], { marketplace: 'au' })
    const shipped = (await items()).filter((line) => line.includes('shipped'))
    expect(shipped).toEqual(['3: shipped 84 x1', '3: shipped 84 x1'])
  })

  it('takes from nothing that was read in dollars, where its marketplace has another currency now', async () => {
    const read = async (rows: Cells[], currency: string) => {
      hour += 1
      const report_as_of = new Date(Date.UTC(2026, 10, 1, hour)).toISOString()
      const { id } = await imports.add(foreignFeesText(rows), { marketplace: 'uk', report_as_of })
      // As an import from before currencies has it (decision 115).
      await app.database.owner.pool.query('update import_batches set currency = $2 where id = $1', [
        id,
        currency,
      ])
      return imports.merge(id)
    }
    await read([sold(3, 84)], 'USD')
    await read([returned(5, 84)], 'GBP')
    expect(await items()).toEqual(['3: shipped 84 x1', '5: returned 0 x-1'])
    await read([sold(4, 84)], 'GBP')
    expect(await items()).toEqual(['3: shipped 84 x1', '4: returned 0 x1', '5: returned 0 x-1'])
  })

  it('gives back what it took when its import is undone', async () => {
    await add([sold(3, 84)])
    const { id } = await add([returned(5, 84)])
    expect(await imports.undo(id)).toMatchObject({ state: 'merged', undone: {} })
    expect(await items()).toEqual(['3: shipped 84 x1'])
  })

  it('takes from what is left when its purchase is undone, or its day is replaced', async () => {
    const { id } = await add([sold(3, 84)])
    await add([sold(2, 100), returned(5, 84)])
    expect(await items()).toEqual(['2: shipped 100 x1', '3: returned 0 x1', '5: returned 0 x-1'])
    await add([sold(3, 60)])
    expect(await items()).toEqual(['2: shipped 76 x1', '3: returned 0 x1', '5: returned 0 x-1'])
    await imports.undo(id)
    expect(await items()).toEqual(['2: shipped 76 x1', '3: returned 0 x1', '5: returned 0 x-1'])
    await add([sold(5, 10)])
    expect(await items()).toEqual(['2: shipped 100 x1', '3: shipped 60 x1', '5: shipped 10 x1'])
  })

  it('still takes when Fee-Orders dates the item’s order', async () => {
    await add([sold(3, 84), returned(5, 50)])
    const ordered = feeOrdersText([{ ASIN: asin, Date: day(1) }])
    expect(await imports.add(ordered, { apply: true })).toMatchObject({ state: 'merged', others_changed: 2 })
    expect(await items()).toEqual(['3: shipped 34 x1', '5: returned 0 x-1'])
  })

  it('in one row with a purchase is no return: what Amazon pays for both is owed', async () => {
    const both = { 'Items Shipped': '2', Returns: '1' }
    await add([sold(3, 84, both), sold(4, 12, { Returns: '1' }), sold(5, 0, { Returns: '1' })])
    expect(await items()).toEqual(['3: shipped 84 x1', '4: shipped 12 x0', '5: returned 0 x0'])
  })

  it('is previewed as it will be merged', async () => {
    await add([sold(3, 84), sold(4, 50)])
    const { preview, id } = await imports.add(feeEarningsText([returned(5, 60), sold(6, 20)]))
    expect(preview).toMatchObject({ new_orders: 2, changed: 2, unchanged: 0, withdrawn: 0 })
    const { before, after } = preview?.commission ?? {}
    expect(Math.round((Number(after) - Number(before)) * 100)).toBe(-40)
    expect(preview?.changes.map(({ status, commission }) => [status.after, commission.after])).toEqual([
      ['shipped', 0.74],
      ['returned', 0],
      ['returned', 0],
      ['shipped', 0.2],
    ])
    expect(await imports.merge(id)).toMatchObject({
      imported: 2,
      updated: 0,
      others_changed: 2,
      unchanged: 0,
    })
    expect(await items()).toEqual([
      '3: shipped 74 x1',
      '4: returned 0 x1',
      '5: returned 0 x-1',
      '6: shipped 20 x1',
    ])
  })

  it('that finds no purchase is counted as waiting only, whether it is new or reported again', async () => {
    const rows = [returned(5, 84), returned(5, 16), sold(6, 20)]
    const first = await add(rows)
    expect(counts(first)).toEqual({ total: 3, imported: 1, waiting_returns: 2 })
    const staged = await imports.add(feeEarningsText([...rows, sold(7, 30)]))
    expect(staged.preview).toMatchObject({
      new_orders: 1,
      changed: 0,
      others_changed: 0,
      unchanged: 1,
      unfound_returns: { count: 2, commission: -1 },
    })
    expect(counts(await imports.merge(staged.id))).toEqual({
      total: 4,
      imported: 1,
      unchanged: 1,
      waiting_returns: 2,
    })
    // Fifty cents of it find a purchase: the rest waits.
    expect(counts(await add([returned(8, 60)]))).toEqual({ total: 1, waiting_returns: 1, others_changed: 2 })
    expect(counts(await add([sold(4, 200)]))).toEqual({ total: 1, imported: 1 })
  })
})

it('the ledger equals what returns leave, and is adjusted when they are undone (docs/product/ledger.md#posting)', async () => {
  const { db, pool } = app.database
  const context = { db, actor: null, clock: app.clock.now }
  const person = await insertPerson(db)
  await insertProduct(db, person, { asin })
  await pool.query(
    `insert into tracking_ids (tag, marketplace, payee_id, valid_from, created_at)
     values ('anas-20', 'us', $1, '2000-01-01', now())`,
    [person.payeeId],
  )
  const anas = { 'Tracking ID': 'anas-20' }
  const post = async () => {
    await matchOrders(context, terms, randomUUID(), unwatched)
    await calculate(context)
    const { rows } = await pool.query(
      `select coalesce(sum(gross_commission_cents), 0)::int as cents from earnings_ledger where payee_id = $1`,
      [person.payeeId],
    )
    return rows[0].cents
  }
  await add([sold(3, 84, anas), sold(4, 100, anas)])
  expect(await post()).toBe(184)
  const back = await add([returned(6, 130, anas)])
  expect(await post()).toBe(54)
  const ids = (
    await pool.query('select order_item_id as id from amazon_orders where asin = $1 order by 1', [asin])
  ).rows
  const entries = async () =>
    (await Promise.all(ids.map(({ id }) => rowsOf(db, id)))).map((rows) =>
      rows.map(
        ({ transaction_type, gross_commission_cents }) => `${transaction_type} ${gross_commission_cents}`,
      ),
    )
  expect(await entries()).toEqual([
    ['commission 84', 'adjustment -30'],
    ['commission 100', 'return -100'],
    [],
  ])
  const matched = await pool.query('select 1 from order_matches where order_item_id = $1', [ids[2].id])
  expect([matched.rows.length, (await pool.query('select 1 from orders_to_match')).rows.length]).toEqual([
    0, 0,
  ])
  await imports.undo(back.id)
  expect(await post()).toBe(184)
  expect(await entries()).toEqual([
    ['commission 84', 'adjustment -30', 'adjustment 30'],
    ['commission 100', 'return -100', 'adjustment 100'],
    [],
  ])
})
