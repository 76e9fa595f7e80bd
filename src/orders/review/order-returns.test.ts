import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { type Imports, importsOf } from '../imports/testing/stage.ts'
import { feeEarningsText, reportText } from '../testing/report-text.ts'
import { type Review, reviewOf } from '../testing/stage.ts'

let app: TestApp
let imports: Imports
let review: Review
beforeAll(async () => {
  app = await startTestApp()
  const admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
  review = reviewOf(app, admin)
  await app.database.pool.query(
    `insert into paying_dates (marketplace, starts_on, set_at) values ('us', '2026-11-01', now())`,
  )
})
afterAll(() => app.close())

/** Imports a report that is newer than those before it. */
const add = async (text: string, file_name: string) => {
  app.clock.advance(1_000)
  return imports.add(text, { apply: true, file_name })
}
const page = async (id: string) => (await review.read(id)).body

describe('the page of an order lists its returns (decisions 24 and 39)', () => {
  it('a return of Fee-Earnings names the purchases it took from, and these name the return, with the amounts', async () => {
    const row = { ASIN: 'B0RETURNED', 'Sub Tag': 'anas' }
    const sold = (day: string, fees: string, cells = {}) => ({
      ...row,
      'Date Shipped': day,
      'Ad Fees($)': fees,
      ...cells,
    })
    const back = (day: string, fees: string) => sold(day, `-${fees}`, { 'Items Shipped': '0', Returns: '1' })
    const rows = [
      sold('2026-11-02', '1.00'),
      sold('2026-11-03', '2.00'),
      sold('2026-11-03', '5.00', { 'Sub Tag': 'bens' }),
      sold('2026-11-01', '0.30', { 'Sub Tag': '' }),
      back('2026-11-04', '2.50'),
      back('2026-11-05', '4.00'),
    ]
    await add(feeEarningsText(rows), 'fees.csv')
    const { rows: orders } = await app.database.pool.query(
      `select r.day::text || ' ' || r.sub_tag || ' ' || r.cents as name, r.order_item_id as id from fee_rows r order by 1`,
    )
    const id = (name: string) => orders.find((order) => order.name === name)?.id as string
    const first = await page(id('2026-11-04 anas -250'))
    expect(first.takes_from).toEqual([
      { order_item_id: id('2026-11-03 anas 200'), day: '2026-11-03', commission: 2 },
      { order_item_id: id('2026-11-02 anas 100'), day: '2026-11-02', commission: 0.5 },
    ])
    expect([first.waiting_return, first.returns]).toEqual([0, []])
    const second = await page(id('2026-11-05 anas -400'))
    expect(second.takes_from).toEqual([
      { order_item_id: id('2026-11-02 anas 100'), day: '2026-11-02', commission: 0.5 },
      { order_item_id: id('2026-11-01  30'), day: '2026-11-01', commission: 0.3 },
    ])
    expect(second.waiting_return).toBe(3.2)
    const bought = await page(id('2026-11-02 anas 100'))
    expect(bought).toMatchObject({ commission: 0, takes_from: [] })
    const took = (day: string, order_item_id: string) => ({
      order_item_id,
      day,
      pieces: null,
      commission: 0.5,
      told_by: null,
    })
    expect(bought.returns).toEqual([
      took('2026-11-04', id('2026-11-04 anas -250')),
      took('2026-11-05', id('2026-11-05 anas -400')),
    ])
    expect(await page(id('2026-11-03 bens 500'))).toMatchObject({ takes_from: [], returns: [] })
  })

  it('an order of Folio’s CSV lists each return once, with the newest file that has it', async () => {
    const bought = { order_item_id: 'p-1', order_date: '2026-10-03', quantity: 4, commission_amount: '20.00' }
    const back = { order_item_id: 'p-1', order_date: '2026-10-05', quantity: -1, commission_amount: '-5.00' }
    const share = {
      order_item_id: 'p-1',
      order_date: '2026-10-06',
      quantity: 1,
      commission_amount: '0.00',
      order_status: 'returned',
    }
    await add(reportText([bought, back]), 'first.csv')
    const { id: import_id } = await add(reportText([back, back, share]), 'second.csv')
    const told_by = { import_id, file_name: 'second.csv' }
    const { commission, order_status, returns } = await page('p-1')
    expect({ commission, order_status }).toEqual({ commission: 5, order_status: 'shipped' })
    expect(returns).toEqual([
      { order_item_id: null, day: '2026-10-05', pieces: 1, commission: 5, told_by },
      { order_item_id: null, day: '2026-10-05', pieces: 1, commission: 5, told_by },
      { order_item_id: null, day: '2026-10-06', pieces: 1, commission: null, told_by },
    ])
    await imports.undo(import_id)
    expect((await page('p-1')).returns).toMatchObject([
      { commission: 5, told_by: { file_name: 'first.csv' } },
    ])
  })

  it('a return of Fee-Earnings and the order of Folio’s CSV that it takes from name each other', async () => {
    const cells = { asin: 'B0ACROSSED', sub_tag: 'anas', commission_amount: '8.00' }
    await add(reportText([{ order_item_id: 'p-2', order_date: '2026-10-03', ...cells }]), 'paid.csv')
    const back = { ASIN: 'B0ACROSSED', 'Sub Tag': 'anas', 'Date Shipped': '2026-11-09' }
    const amounts = { 'Items Shipped': '0', Returns: '1', 'Ad Fees($)': '-8.00' }
    await add(feeEarningsText([{ ...back, ...amounts }]), 'fees-later.csv')
    const { returns, commission } = await page('p-2')
    const [{ order_item_id }] = returns
    expect([commission, returns]).toEqual([
      0,
      [{ order_item_id, day: '2026-11-09', pieces: null, commission: 8, told_by: null }],
    ])
    expect(await page(order_item_id)).toMatchObject({
      takes_from: [{ order_item_id: 'p-2', day: '2026-10-03', commission: 8 }],
      waiting_return: 0,
    })
  })
})
