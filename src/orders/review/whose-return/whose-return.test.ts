import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../../tests/harness/people.ts'
import type { Imports } from '../../imports/testing/stage.ts'
import type { Contests, Creator } from '../../testing/contests.ts'
import { findingsAt } from '../../testing/findings.ts'
import { feeEarningsText } from '../../testing/report-text.ts'
import { idsOf, type Review, reviewOf } from '../../testing/stage.ts'
import { setTwoCreators } from '../../testing/two-creators.ts'

let app: TestApp
let admin: Person
let imports: Imports
let review: Review
let contests: Contests
let ana: Creator
let ben: Creator
beforeAll(async () => {
  app = await startTestApp()
  ;({ admin, imports, review, contests, ana, ben } = await setTwoCreators(app))
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await findingsAt(app)).toEqual([])
})

let n = 0
let asin = ''
let year = ''
/** Each test has an item and days of a year of its own. */
beforeEach(() => {
  n += 1
  asin = `B0WHOSE${n + 100}`
  year = `${2001 + n}`
})

type Cells = Parameters<typeof feeEarningsText>[0][number]
const sold = (day: string, fee: string, price: string, cells: Cells = {}): Cells => ({
  ASIN: asin,
  'Date Shipped': `${year}-${day}`,
  'Ad Fees($)': fee,
  'Price($)': price,
  ...cells,
})
const back = (day: string, fee: string, price: string, cells: Cells = {}) =>
  sold(day, `-${fee}`, price, { 'Items Shipped': '0', Returns: '1', ...cells })

let hour = 0
const add = async (rows: Cells[]) => {
  hour += 1
  const report_as_of = new Date(Date.UTC(2025, 10, 1, hour)).toISOString()
  return imports.add(feeEarningsText(rows), { apply: true, report_as_of })
}
const idOf = async (day: string): Promise<string> => {
  const { rows } = await app.database.pool.query(
    'select distinct order_item_id as id from fee_rows where day = $1 and fee_key like $2',
    [`${year}-${day}`, `%${asin}%`],
  )
  return rows[0]?.id
}
const page = async (day: string) => (await review.read(await idOf(day))).body
/** Status and commission, and what waits of a return. */
const now = async (day: string) => {
  const { order_status, commission, waiting_return } = await page(day)
  return `${order_status} ${commission}${waiting_return > 0 ? `, ${waiting_return} waits` : ''}`
}
/** Gives the order of a day to a creator, as an admin does. */
const give = async (day: string, to: Creator) => {
  const { shortLinkId } = await contests.give(to, asin)
  const { match } = await page(day)
  const { status } = await review.assign(await idOf(day), shortLinkId, match?.version ?? null)
  expect(status).toBe(200)
}
const answer = async (day: string, purchase: string | null, by: Review = review) =>
  by.call('PUT', `orders/${encodeURIComponent(await idOf(day))}/purchase`, {
    purchase_id: purchase === null ? null : await idOf(purchase),
    reason: 'The buyer wrote to her.',
  })
const asked = async () => idsOf(await review.list({ state: 'returns_asked', q: asin }))
/** What the ledger has of a day's order. */
const posted = async (day: string) => {
  const { rows } = await app.database.pool.query(
    'select coalesce(sum(gross_commission_cents), 0)::int as cents from earnings_ledger where order_item_id = $1',
    [await idOf(day)],
  )
  return rows[0].cents
}
/** What the item's orders are worth by month. */
const months = async () => {
  const { rows } = await app.database.pool.query(
    `select substr(w.earning_month, 6) as month, sum(w.commission_cents)::int as cents
     from order_months w join amazon_orders o using (order_item_id) where o.asin = $1 group by 1`,
    [asin],
  )
  return Object.fromEntries(rows.map(({ month, cents }) => [month, cents]))
}
const process = () => contests.process(admin)

/** A purchase of Ana's and one of Ben's, alike and posted. */
async function sellTwo(cells: { price?: string; fee?: string } = {}) {
  const bens = sold('07-03', cells.fee ?? '8.00', cells.price ?? '200.00')
  const batch = await add([sold('07-02', '8.00', '200.00'), bens])
  await process()
  await give('07-02', ana)
  await give('07-03', ben)
  await process()
  return batch
}

describe('whose return is this? (docs/product/reports.md#whose-return-is-this)', () => {
  it('is asked where it fits several creators’ alike, and nothing moves until an admin says', async () => {
    await sellTwo()
    await add([back('08-20', '8.00', '200.00')])
    await process()
    expect([await now('07-02'), await now('07-03'), await now('08-20')]).toEqual([
      'shipped 8',
      'shipped 8',
      'returned 0, 8 waits',
    ])
    expect([await posted('07-02'), await posted('07-03')]).toEqual([800, 800])
    expect(await asked()).toEqual([await idOf('08-20')])
    expect((await review.call('GET', 'pipeline')).body.returns_asked).toBe(1)
    const { whose_return } = await page('08-20')
    expect(whose_return).toMatchObject({
      is_asked: true,
      answer: null,
      candidates: [
        { day: `${year}-07-03`, commission: 8, left: 8, is_alike: true, creator: { username: ben.username } },
        { day: `${year}-07-02`, is_alike: true, creator: { username: ana.username } },
      ],
    })

    expect((await answer('08-20', '07-02')).body).toMatchObject({
      waiting_return: 0,
      takes_from: [{ order_item_id: await idOf('07-02'), commission: 8 }],
      whose_return: { is_asked: false, answer: { purchase_id: await idOf('07-02'), by: admin.username } },
    })
    await process()
    expect([await posted('07-02'), await posted('07-03')]).toEqual([0, 800])
    expect(await months()).toEqual({ '07': 1600, '08': -800 })
    expect(await asked()).toEqual([])
  })

  it('is not asked where what is alike is one creator’s, whoever sold last', async () => {
    await sellTwo({ fee: '6.30', price: '157.50' })
    await add([back('08-20', '8.00', '200.00')])
    await process()
    expect([await now('07-02'), await now('07-03'), await now('08-20')]).toEqual([
      'returned 0',
      'shipped 6.3',
      'returned 0',
    ])
    expect(await asked()).toEqual([])
  })

  it('is asked of what is left where what is alike does not suffice', async () => {
    await sellTwo({ fee: '6.30', price: '157.50' })
    await add([back('08-20', '8.00', '200.00'), back('08-21', '8.00', '200.00')])
    await process()
    expect([await now('07-02'), await now('07-03'), await now('08-21')]).toEqual([
      'returned 0',
      'shipped 6.3',
      'returned 0, 8 waits',
    ])
    expect(await asked()).toEqual([await idOf('08-21')])
  })

  it('is asked where none is alike, and not where all are one creator’s', async () => {
    await sellTwo()
    await add([back('08-20', '3.00', '75.00')])
    expect([await now('07-02'), await now('07-03')]).toEqual(['shipped 8', 'shipped 8'])
    expect(await asked()).toEqual([await idOf('08-20')])
    // Ben's turns out to be Ana's too: the next step takes it from the latest.
    await give('07-03', ana)
    await process()
    expect([await now('07-02'), await now('07-03'), await now('08-20')]).toEqual([
      'shipped 8',
      'shipped 5',
      'returned 0',
    ])
    expect([await asked(), await posted('07-03')]).toEqual([[], 500])
  })

  it('‘Nobody can know’: no creator loses anything, and the month comes to what Amazon pays', async () => {
    await sellTwo()
    await add([back('08-20', '8.00', '200.00')])
    expect((await answer('08-20', null)).body).toMatchObject({
      waiting_return: 0,
      takes_from: [],
      whose_return: { is_asked: false, answer: { purchase_id: null } },
    })
    await process()
    expect([await posted('07-02'), await posted('07-03')]).toEqual([800, 800])
    expect(await months()).toEqual({ '07': 1600, '08': -800 })
    // The purchase that was missing comes later: the answer stays.
    await add([sold('07-04', '8.00', '200.00')])
    await process()
    expect([await now('07-04'), await months()]).toEqual(['shipped 8', { '07': 2400, '08': -800 }])
    // Another answer replaces it.
    await answer('08-20', '07-03')
    await process()
    expect([await posted('07-03'), await months()]).toEqual([0, { '07': 2400, '08': -800 }])
  })

  it('is not asked again where the same is reported again, whatever stands beside it', async () => {
    await sellTwo()
    await add([back('08-20', '8.00', '200.00')])
    await answer('08-20', '07-02')
    await add([back('08-20', '8.00', '200.00'), sold('08-20', '1.00', '25.00')])
    await process()
    expect([await now('07-02'), await now('07-03'), await asked()]).toEqual(['returned 0', 'shipped 8', []])
  })

  it('waits for its purchase while that is undone, and takes from no other', async () => {
    const batch = await add([sold('07-02', '8.00', '200.00')])
    await add([sold('07-03', '8.00', '200.00')])
    await process()
    await give('07-02', ana)
    await give('07-03', ben)
    const returned = await add([back('08-20', '8.00', '200.00')])
    await answer('08-20', '07-02')
    await imports.undo(batch.id)
    await process()
    expect([await now('07-03'), await now('08-20')]).toEqual(['shipped 8', 'returned 0, 8 waits'])
    expect(await asked()).toEqual([await idOf('08-20')])
    await add([sold('07-02', '8.00', '200.00')])
    expect([await now('07-02'), await now('08-20'), await asked()]).toEqual(['returned 0', 'returned 0', []])
    await imports.undo(returned.id)
    expect(await now('07-02')).toBe('shipped 8')
  })

  it('is settled by its sub tag before what has none is looked at', async () => {
    const { shortLinkId } = await contests.give(ana, asin)
    const tagged = { 'Sub Tag': shortLinkId }
    await add([sold('07-02', '8.00', '200.00', tagged), sold('07-03', '8.00', '200.00')])
    await process()
    await give('07-03', ben)
    await add([back('08-20', '8.00', '200.00', tagged)])
    await process()
    expect([await now('07-02'), await now('07-03'), await asked()]).toEqual(['returned 0', 'shipped 8', []])
  })

  it('is answered once, of what it could be', async () => {
    await sellTwo()
    await add([back('08-20', '8.00', '200.00'), sold('09-01', '8.00', '200.00')])
    expect((await answer('08-20', '09-01')).body).toMatchObject({
      code: 'validation_failed',
      details: { problems: [{ path: 'purchase_id', message: 'This return cannot be of that purchase.' }] },
    })
    expect((await answer('07-02', '07-03')).body).toMatchObject({ code: 'conflict' })
    const answers = await Promise.all([answer('08-20', '07-02'), answer('08-20', '07-02')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const count = async () =>
      (
        await app.database.pool.query('select count(*)::int as n from return_answers where return_id = $1', [
          await idOf('08-20'),
        ])
      ).rows[0].n
    expect(await count()).toBe(1)
  })

  it('is for another admin where a purchase is the admin’s own', async () => {
    const insider = await signUpAdmin(app)
    const { rows } = await app.database.pool.query('select id from payees where user_id = $1', [insider.id])
    await add([sold('07-02', '8.00', '200.00'), sold('07-03', '8.00', '200.00')])
    await process()
    await give('07-02', { ...insider, payeeId: rows[0].id })
    await give('07-03', ben)
    await add([back('08-20', '8.00', '200.00')])
    expect((await answer('08-20', '07-03', reviewOf(app, insider))).body).toMatchObject({
      code: 'second_admin_needed',
      details: { own: true },
    })
    expect(await now('07-03')).toBe('shipped 8')
    expect((await answer('08-20', '07-03')).status).toBe(200)
  })
})
