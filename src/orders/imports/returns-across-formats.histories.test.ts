import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { marketplaceCodes } from '../../shared/amazon/marketplaces.ts'
import { findingsAt } from '../testing/findings.ts'
import { foreignFeesText, reportText, type TextRow } from '../testing/report-text.ts'
import { type Imports, importsOf, ordersIn } from './testing/stage.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  const { token } = await signUpAdmin(app)
  imports = importsOf(app, { token })
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await findingsAt(app)).toEqual([])
})

let n = 0
let asin = ''
let marketplace = ''
/** Each test has an item, an order, days and a marketplace of its own, where Fee-Earnings pays from a day on. */
beforeEach(async () => {
  n += 1
  asin = `B0ACROSS${n + 10}`
  marketplace = marketplaceCodes[n] ?? ''
  await app.database.pool.query(
    'insert into paying_dates (marketplace, starts_on, set_at) values ($1, $2, now())',
    [marketplace, day(5)],
  )
})
const day = (of: number) => `${2000 + n}-05-${String(of).padStart(2, '0')}`

const paid = (commission_amount: string, cells: TextRow = {}): TextRow => ({
  order_item_id: `across-${n}`,
  order_date: day(2),
  asin,
  commission_amount,
  sub_tag: 'anas',
  tracking_id: 'folio-20',
  ...cells,
})
type Cells = Parameters<typeof foreignFeesText>[0][number]
const back = (on: number, fees: string, cells: Cells = {}): Cells => ({
  ASIN: asin,
  'Sub Tag': 'anas',
  'Date Shipped': day(on),
  'Items Shipped': '0',
  Returns: '1',
  'Ad Fees($)': `-${fees}`,
  ...cells,
})

/** Merges a file that is newer than those before it. */
const merge = async (text: string) => {
  app.clock.advance(1_000)
  const added = await imports.add(text, { apply: true, marketplace })
  const merged = await imports.settledAll(added, 'two_sales')
  expect(merged).toMatchObject({ state: 'merged', error: null })
  return merged
}
const csv = (rows: TextRow[]) => merge(reportText(rows))
const fees = (rows: Cells[]) => merge(foreignFeesText(rows))

/** What is owed for orders of the test's item, and what of its returns waits. */
const now = async () => {
  const known = Object.entries(await ordersIn(app)).filter(([, order]) => order?.asin === asin)
  return {
    owed: known.flatMap(([id, order]) =>
      order && !id.startsWith('fee-') ? [`${order.status} ${order.cents}`] : [],
    ),
    waiting: known.reduce((sum, [, order]) => sum + (order?.waiting ?? 0), 0),
  }
}

describe('a return of Fee-Earnings of what Folio’s CSV paid (decision 24)', () => {
  it('takes from it by sub tag, pieces and amount, whichever comes first, and gives back when undone', async () => {
    const first = await csv([paid('8.00')])
    const returned = await fees([back(9, '8.00')])
    expect(returned).toMatchObject({ total: 1, imported: 1, waiting_returns: 0, others_changed: 1 })
    expect(await now()).toEqual({ owed: ['returned 0'], waiting: 0 })
    await imports.undo(first.id)
    expect(await now()).toEqual({ owed: [], waiting: 800 })
    await csv([paid('8.00', { product_title: 'Reported again' })])
    expect(await now()).toEqual({ owed: ['returned 0'], waiting: 0 })
    await imports.undo(returned.id)
    expect(await now()).toEqual({ owed: ['shipped 800'], waiting: 0 })
  })

  it('takes its part of several pieces, as often as there are pieces', async () => {
    await csv([paid('10.00', { quantity: 2 })])
    await fees([back(9, '5.00')])
    expect(await now()).toEqual({ owed: ['shipped 500'], waiting: 0 })
    await fees([back(10, '5.00'), back(10, '5.00')])
    expect(await now()).toEqual({ owed: ['returned 0'], waiting: 500 })
  })

  it('waits where amount or pieces do not fit, or it was bought through another’s sub tag or tracking id', async () => {
    await csv([paid('8.00')])
    await fees([
      back(9, '4.00'),
      back(9, '8.00', { 'Sub Tag': 'bens' }),
      back(9, '8.00', { 'Tracking ID': 'other-20' }),
      back(9, '8.00', { 'Sub Tag': '' }),
      back(9, '8.00', { Returns: '2' }),
    ])
    expect(await now()).toEqual({ owed: ['shipped 800'], waiting: 3600 })
  })

  it('takes from one without a sub tag by its tracking id, after those of the same sub tag', async () => {
    const none = paid('8.00', { order_item_id: `across-none-${n}`, sub_tag: '', order_date: day(4) })
    await csv([paid('8.00'), none])
    await fees([back(9, '8.00')])
    expect((await now()).owed).toEqual(['returned 0', 'shipped 800'])
    await fees([back(10, '8.00')])
    expect(await now()).toEqual({ owed: ['returned 0', 'returned 0'], waiting: 0 })
  })

  it('takes from its own format first, also where that comes later', async () => {
    await csv([paid('8.00')])
    await fees([back(9, '8.00')])
    expect((await now()).owed).toEqual(['returned 0'])
    await fees([back(8, '8.00', { Returns: '0', 'Items Shipped': '1', 'Ad Fees($)': '8.00' })])
    expect(await now()).toEqual({ owed: ['shipped 800'], waiting: 0 })
  })

  it('takes from what returns of the CSV itself leave', async () => {
    await csv([paid('10.00', { quantity: 2 })])
    await csv([paid('-5.00', { quantity: -1, order_date: day(3) })])
    await fees([back(9, '5.00')])
    expect(await now()).toEqual({ owed: ['returned 0'], waiting: 0 })
  })
})
