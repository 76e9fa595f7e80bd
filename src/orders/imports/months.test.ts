import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { orderChecks } from '../proof/verify.ts'
import { findingsOf } from '../testing/findings.ts'
import { feeEarningsText, feeOrdersText, reportText, type TextRow } from '../testing/report-text.ts'
import { type Imports, importsOf, ordersIn } from './testing/stage.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  imports = importsOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())

let n = 0
let hour = 0
beforeEach(() => {
  n += 1
})
const asin = () => `B0MONTHS${n + 10}`
const own = (row: TextRow): TextRow => ({ asin: asin(), ...row, order_item_id: `m${n}-${row.order_item_id}` })

/** Merges a file that is newer than those before it. */
async function add(text: string, query: Record<string, string> = {}) {
  hour += 1
  const report_as_of = new Date(Date.UTC(2026, 10, 10, hour)).toISOString()
  const staged = await imports.add(text, { report_as_of, ...query })
  const merged =
    staged.state === 'question'
      ? await imports.settledAll(await imports.choose(staged, 'each'), 'another_return')
      : await imports.settledAll(staged, 'another_return')
  const done = merged.state === 'staged' ? await imports.merge(merged.id) : merged
  expect(done).toMatchObject({ state: 'merged', error: null })
  return done
}
/** Amazon's own reports are of another marketplace here, so that no ship date is asked for. */
const amazons = { marketplace: 'ca' }
const addOwn = (rows: TextRow[]) => add(reportText(rows.map(own)))

/** What the test's orders are worth by month, in cents; nothing where that comes to nothing. */
async function months() {
  const { rows } = await app.database.pool.query(
    `select earning_month as month, sum(m.commission_cents)::int as cents
     from order_months m join amazon_orders o using (order_item_id) where o.asin = $1 group by 1`,
    [asin()],
  )
  return Object.fromEntries(rows.map(({ month, cents }) => [month, cents]))
}
const order = async (name: string) => (await ordersIn(app))[`m${n}-${name}`]

afterEach(async () => {
  const context = { db: app.database.db, actor: null, clock: app.clock.now }
  expect(await findingsOf(context, orderChecks)).toEqual([])
})

describe('several rows of one id (docs/product/reports.md#rows-of-one-id)', () => {
  it('count what is shipped of them, and nothing for what was cancelled', async () => {
    const row = { order_item_id: 'a', order_date: '2026-05-02' }
    await addOwn([
      { ...row, commission_amount: '5.00' },
      { ...row, commission_amount: '0.00', order_status: 'cancelled' },
    ])
    expect(await order('a')).toMatchObject({ status: 'shipped', cents: 500, quantity: 1 })
  })

  it('count what is pending once it is shipped', async () => {
    const row = { order_item_id: 'a', order_date: '2026-05-02' }
    const waits = { ...row, quantity: 2, commission_amount: '7.00' }
    await addOwn([
      { ...row, commission_amount: '5.00' },
      { ...waits, order_status: 'pending' },
    ])
    expect(await order('a')).toMatchObject({ status: 'shipped', cents: 500, quantity: 1 })
    await addOwn([{ ...row, commission_amount: '5.00' }, waits])
    expect(await order('a')).toMatchObject({ status: 'shipped', cents: 1200, quantity: 3 })
  })

  it('take back what came back by its own amount', async () => {
    const row = { order_item_id: 'a', order_date: '2026-05-02' }
    await addOwn([
      { ...row, quantity: 2, commission_amount: '10.00' },
      { ...row, commission_amount: '4.00', order_status: 'returned' },
    ])
    expect(await order('a')).toMatchObject({ status: 'shipped', cents: 600 })
  })
})

describe('what came back of parts in several months (docs/product/ledger.md#earning-months)', () => {
  const date = { order_date: '2026-05-22', ship_date: '' }
  const [first, second] = [
    { ...date, order_item_id: 'a', commission_amount: '34.89' },
    { ...date, order_item_id: 'a', commission_amount: '92.61', ship_date: '2026-06-10' },
  ]
  const back = (row: TextRow, ship_date?: string): TextRow => ({
    ...{ ...row, order_status: 'returned' },
    ...(ship_date && { ship_date }),
  })
  it.each<[string, TextRow[], Record<string, number>]>([
    ['all of them, each in its month', [back(first), back(second)], {}],
    [
      'all of them later',
      [back(first, '2026-07-02'), back(second, '2026-07-03')],
      { '2026-05': 3489, '2026-06': 9261, '2026-07': -12750 },
    ],
    ['the second, in its month', [first, second, back(second)], { '2026-05': 3489 }],
    [
      'the first, a month later',
      [first, second, back(first, '2026-06-20')],
      { '2026-05': 3489, '2026-06': 5772 },
    ],
  ])('is of the month in which it did: %s', async (_, rows, left) => {
    await addOwn([first, second])
    expect(await months()).toEqual({ '2026-05': 3489, '2026-06': 9261 })
    await addOwn(rows)
    expect(await months()).toEqual(left)
  })
})

describe('statuses that people’s reports have (docs/product/reports.md#cells)', () => {
  it('mean what they say, and a part that was refunded is a return of its own amount', async () => {
    const row = { order_date: '2026-11-03', commission_amount: '4.00' }
    await addOwn([
      { ...row, order_item_id: 'x2', quantity: 2 },
      {
        ...row,
        order_item_id: 'x2',
        commission_amount: '-2.00',
        quantity: -1,
        order_status: 'partially_refunded',
      },
      { ...row, order_item_id: 'x3', order_status: 'Canceled' },
      { ...row, order_item_id: 'x4', order_status: 'refunded' },
      { ...row, order_item_id: 'x5', order_status: 'dispatched' },
      { ...row, order_item_id: 'x6', order_status: 'Delivered' },
      { ...row, order_item_id: 'x7' },
      { ...row, order_item_id: 'x7', commission_amount: '1.50', order_status: 'Partially Refunded' },
    ])
    expect(await order('x2')).toMatchObject({ status: 'shipped', cents: 200 })
    expect(await order('x3')).toMatchObject({ status: 'cancelled' })
    expect(await order('x4')).toMatchObject({ status: 'returned' })
    expect(await order('x5')).toMatchObject({ status: 'shipped', cents: 400 })
    expect(await order('x6')).toMatchObject({ status: 'shipped', cents: 400 })
    expect(await order('x7')).toMatchObject({ status: 'shipped', cents: 250 })
  })
})

describe('a marketplace (docs/product/reports.md#marketplaces)', () => {
  it('is part of an id: another one’s file waits, and its orders are its own', async () => {
    const rows = [{ order_item_id: 'a', commission_amount: '5.00' }, { order_item_id: 'b' }].map(own)
    await add(reportText(rows))
    const asked = await imports.add(reportText(rows), { marketplace: 'uk' })
    expect(asked).toMatchObject({
      state: 'staged',
      question: { kind: 'confirmation', reasons: [{ kind: 'other_marketplace', rows: 2, commission: 9.2 }] },
    })
    expect((await imports.call('POST', `/${asked.id}/merge`)).body).toMatchObject({
      code: 'confirmation_required',
    })
    expect(await imports.settledAll(asked)).toMatchObject({ state: 'merged', imported: 2 })
    expect(await order('a')).toMatchObject({ marketplace: 'us', cents: 500 })
    expect(await order('a@uk')).toMatchObject({ marketplace: 'uk', cents: 500 })
    app.clock.advance(1_000)
    const [first, ...others] = rows
    const later = reportText([{ ...first, commission_amount: '6.00' }, ...others])
    expect(await imports.add(later, { marketplace: 'uk', apply: true })).toMatchObject({
      state: 'merged',
      updated: 1,
    })
    expect(await order('a')).toMatchObject({ cents: 500 })
    expect(await order('a@uk')).toMatchObject({ cents: 600 })
  })

  it('is asked about where rows of Fee-Earnings stand in another, until that is undone', async () => {
    const text = feeEarningsText([{ ASIN: asin() }, { ASIN: asin(), 'Ad Fees($)': '2.00' }])
    const first = await add(text, amazons)
    const asked = await imports.add(text, { marketplace: 'au' })
    expect(asked).toMatchObject({
      question: { reasons: [{ kind: 'other_marketplace', rows: 2, commission: 2.84 }] },
    })
    await imports.undo(first.id)
    expect(await imports.settled(asked.id)).toMatchObject({ state: 'staged', question: null })
  })
})

describe('the earning month (docs/product/ledger.md#earning-months)', () => {
  it('of Folio’s CSV is that of the ship date, else of the order', async () => {
    await addOwn([
      { order_item_id: 'a', order_date: '2026-05-31', ship_date: '2026-06-02', commission_amount: '5.00' },
      { order_item_id: 'b', order_date: '2026-05-31', ship_date: '', commission_amount: '3.00' },
    ])
    expect(await months()).toEqual({ '2026-05': 300, '2026-06': 500 })
    expect(await order('a')).toMatchObject({ day: '2026-05-31' })
  })

  it('follows the newest report, and queues the order for the calculation', async () => {
    const row = { order_item_id: 'a', order_date: '2026-05-31', commission_amount: '5.00' }
    const first = await addOwn([row])
    await app.database.pool.query('delete from orders_to_post')
    const second = await addOwn([{ ...row, ship_date: '2026-06-02' }])
    expect(second).toMatchObject({ updated: 1 })
    expect(await months()).toEqual({ '2026-06': 500 })
    const { rows } = await app.database.pool.query('select order_item_id from orders_to_post')
    expect(rows).toEqual([{ order_item_id: `m${n}-a` }])
    await imports.undo(second.id)
    expect(await months()).toEqual({ '2026-05': 500 })
    await imports.undo(first.id)
    expect(await months()).toEqual({})
  })

  it('of each part is its own', async () => {
    const row = { order_item_id: 'a', order_date: '2026-05-31' }
    await addOwn([
      { ...row, ship_date: '2026-06-02', commission_amount: '5.00' },
      { ...row, ship_date: '2026-07-01', commission_amount: '2.00' },
      { ...row, ship_date: '2026-07-09', commission_amount: '1.00' },
    ])
    expect(await order('a')).toMatchObject({ cents: 800 })
    expect(await months()).toEqual({ '2026-06': 500, '2026-07': 300 })
  })

  it.each(['all at once', 'the return first'])(
    'of a return is that of its own day, reported %s',
    async (how) => {
      const row = { order_item_id: 'a', order_date: '2026-05-02', quantity: 2, commission_amount: '5.00' }
      const back = { ...row, order_date: '2026-07-03', quantity: -1, commission_amount: '-2.00' }
      const rest = { ...row, order_date: '2026-08-03', quantity: -1, commission_amount: '-3.00' }
      if (how === 'all at once') await addOwn([row, back])
      else {
        await addOwn([back])
        expect(await months()).toEqual({})
        await addOwn([row])
      }
      expect(await months()).toEqual({ '2026-05': 500, '2026-07': -200 })
      await addOwn([rest])
      expect(await order('a')).toMatchObject({ status: 'returned', cents: 0 })
      expect(await months()).toEqual({ '2026-05': 500, '2026-07': -200, '2026-08': -300 })
    },
  )

  it('of an order that is said to be returned as a whole is that of the row which says so', async () => {
    const row = { order_item_id: 'a', order_date: '2026-05-02', commission_amount: '5.00' }
    await addOwn([row])
    await addOwn([{ ...row, ship_date: '2026-06-11', order_status: 'returned' }])
    expect(await months()).toEqual({ '2026-05': 500, '2026-06': -500 })
  })

  it.each(['orders', 'earnings'])('of Fee-Earnings is that of its ship date, after Fee-%s', async (first) => {
    const row = { ASIN: asin(), 'Ad Fees($)': '12.00' }
    const sold = feeEarningsText([
      { ...row, 'Date Shipped': '2026-07-02' },
      { ...row, 'Date Shipped': '2026-07-20', 'Ad Fees($)': '5.00' },
    ])
    const ordered = feeOrdersText([
      { ASIN: asin(), Date: '2026-06-29' },
      { ASIN: asin(), Date: '2026-07-19' },
    ])
    for (const file of first === 'orders' ? [ordered, sold] : [sold, ordered]) await add(file, amazons)
    expect(await months()).toEqual({ '2026-07': 1700 })
  })
})

describe('a return of Fee-Earnings (docs/product/reports.md#returns)', () => {
  const row = (day: string, fee: string, price: string) => ({
    ASIN: asin(),
    'Date Shipped': day,
    'Ad Fees($)': fee,
    'Price($)': price,
  })
  const back = { 'Items Shipped': '0', Returns: '1' }
  const left = async () => {
    const { rows } = await app.database.pool.query(
      `select shipped_on as day, commission_cents::int as cents from amazon_orders
       where asin = $1 and order_status = 'shipped' and observation_id is not null order by 1`,
      [asin()],
    )
    return Object.fromEntries(rows.map(({ day, cents }) => [day, cents]))
  }

  it.each(['together', 'later'])('takes the purchase that cost as much, reported %s', async (when) => {
    const sold = [row('2026-07-02', '8.00', '200.00'), row('2026-07-03', '6.30', '157.50')]
    const returned = { ...row('2026-08-20', '-8.00', '200.00'), ...back }
    if (when === 'together') await add(feeEarningsText([...sold, returned]), amazons)
    else for (const rows of [[returned], sold]) await add(feeEarningsText(rows), amazons)
    expect(await left()).toEqual({ '2026-07-03': 630 })
    expect(await months()).toEqual({ '2026-07': 1430, '2026-08': -800 })
  })

  it('goes by the price where the fee is the same, then by the fee, then by what was last', async () => {
    const sold = [
      row('2026-07-02', '8.00', '200.00'),
      row('2026-07-03', '8.00', '160.00'),
      row('2026-07-04', '5.00', '100.00'),
    ]
    await add(feeEarningsText([...sold, { ...row('2026-08-20', '-8.00', '200.00'), ...back }]), amazons)
    expect(await left()).toEqual({ '2026-07-03': 800, '2026-07-04': 500 })
    await add(feeEarningsText([{ ...row('2026-08-21', '-8.00', '150.00'), ...back }]), amazons)
    expect(await left()).toEqual({ '2026-07-04': 500 })
    await add(feeEarningsText([{ ...row('2026-09-01', '-2.00', '40.00'), ...back }]), amazons)
    expect(await left()).toEqual({ '2026-07-04': 300 })
    expect(await months()).toEqual({ '2026-07': 2100, '2026-08': -1600, '2026-09': -200 })
  })

  it('compares by the piece', async () => {
    const sold = { ...row('2026-07-02', '16.00', '200.00'), 'Items Shipped': '2' }
    const rows = [sold, row('2026-07-05', '9.00', '225.00')]
    await add(feeEarningsText([...rows, { ...row('2026-07-20', '-8.00', '200.00'), ...back }]), amazons)
    expect(await left()).toEqual({ '2026-07-02': 800, '2026-07-05': 900 })
    expect(await months()).toEqual({ '2026-07': 1700 })
  })
})
