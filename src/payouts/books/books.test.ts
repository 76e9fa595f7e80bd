import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signInAgain, signUpAdmin } from '../../../tests/harness/people.ts'
import { signUpPayee } from '../../earnings/testing/ledger.ts'
import { calculate, giveOrder, putOrder, report } from '../../orders/posting/testing/orders.ts'
import { ManualClock } from '../../platform/clock.ts'
import { ageDetails } from '../testing/age-details.ts'
import { receiptOf } from '../testing/receipts.ts'
import { closeMonths } from './closing.ts'

let app: TestApp
let ada: Person
let bob: Person
let ana: Awaited<ReturnType<typeof signUpPayee>>
beforeAll(async () => {
  app = await startTestApp({
    clock: new ManualClock(new Date('2026-05-15T12:00:00Z')),
    env: { EARNINGS_RELEASE: 'receipt' },
  })
  ada = await signUpAdmin(app)
  bob = await signUpAdmin(app)
  ana = await signUpPayee(app)
  await proveAddress(app, ana)
})
afterAll(() => app.close())

/** Months that are over by then are closed, as each hour. */
async function goTo(day: string) {
  app.clock.advance(Date.parse(`${day}T12:00:00Z`) - app.clock.now().getTime())
  await closeMonths(
    { db: app.database.db, clock: app.clock.now, actor: null },
    { reportTimeZone: 'America/Los_Angeles' },
  )
  ada = { ...ada, token: (await signInAgain(app, ada)).access_token }
  bob = { ...bob, token: (await signInAgain(app, bob)).access_token }
  ana = { ...ana, token: (await signInAgain(app, ana)).access_token }
}
const post = async ({ token }: Person, path: string, body: unknown = {}) => {
  const answer = await app.request('POST', `/api/v1/admin/${path}`, { token, body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const get = async (path: string) =>
  (await app.request('GET', `/api/v1/admin/${path}`, { token: ada.token })).body
async function order(id: string, state: Parameters<typeof putOrder>[2], isAnas = true) {
  const { db } = app.database
  await putOrder(db, id, state)
  await giveOrder(db, id, isAnas ? { person: { ...ana, userId: ana.id } } : null)
  await calculate({ db, clock: app.clock.now })
}
const pay = (month: string, amount: number) =>
  post(
    ada,
    'receipts',
    receiptOf({
      ...{ month, amount, received_on: app.clock.now().toISOString().slice(0, 10) },
      reference: randomUUID(),
    }),
  )
/** The accounts at the end of a month, in the order of the page, without exchange. */
const endOf = async (month: string) => {
  const { balance } = await get(`books/${month}`)
  return [balance.receivable, balance.platform, balance.creators, balance.paid, balance.nobodys]
}

describe('the books (docs/product/books.md#the-rule)', () => {
  it('book what was earned when it is posted, and the rest of a month when Amazon has paid', async () => {
    await goTo('2026-06-20')
    await order('a', { cents: 10_000, date: '2026-06-10' })
    await order('b', { cents: 5_000, date: '2026-06-11' }, false)
    expect(await endOf('2026-06')).toEqual([100, -20, -80, 0, 0])
    await goTo('2026-07-20')
    const mistaken = await pay('2026-06', 1)
    await post(ada, `receipts/${mistaken.id}/reverse`, { reason: 'Of another month' })
    await pay('2026-06', 60)
    expect(await endOf('2026-07')).toEqual([40, -20, -80, 60, 0])
    await goTo('2026-08-20')
    await report(app.database.db, '2026-07-02')
    // With what is nobody's.
    await pay('2026-06', 90)
    expect(await endOf('2026-08')).toEqual([0, -20, -80, 150, -50])
    expect(await endOf('2026-06')).toEqual([100, -20, -80, 0, 0])
  })

  it('take from nobody’s what an admin gives to a creator later', async () => {
    await goTo('2026-08-25')
    await order('b', { cents: 5_000, date: '2026-06-11' })
    expect(await endOf('2026-08')).toEqual([0, -30, -120, 150, 0])
  })

  it('leave a shortfall to the platform once it is released so, and what comes later makes up for it', async () => {
    await order('c', { cents: 1_000, date: '2026-07-10' })
    await pay('2026-07', 7)
    expect(await endOf('2026-08')).toEqual([3, -32, -128, 157, 0])
    await post(ada, 'months/us/2026-07/release', { how: 'platform', reason: 'Too little to ask for' })
    expect(await endOf('2026-08')).toEqual([0, -29, -128, 157, 0])
    await goTo('2026-09-02')
    await pay('2026-07', 2)
    expect(await endOf('2026-09')).toEqual([0, -31, -128, 159, 0])
    expect(await endOf('2026-08')).toEqual([0, -29, -128, 157, 0])
  })

  it('book payouts, what came back and adjustments by hand, each in its month', async () => {
    const details = { method: 'paypal', account: 'ana@pay.example', legal_name: 'Ana', country: 'DE' }
    await app.request('PUT', '/api/v1/me/payout-details', {
      token: ana.token,
      body: { ...details, password: ana.password },
    })
    await ageDetails(app.database, 8)
    await goTo('2026-09-20')
    await post(ada, 'adjustments', { username: ana.username, amount: 2, reason: 'A prize' })
    const { total } = await get('payouts/due')
    const run = await post(ada, 'payout-runs', { total })
    await post(bob, `payout-runs/${run.id}/approve`)
    await post(ada, `payout-runs/${run.id}/sent`)
    expect(await endOf('2026-09')).toEqual([0, -29, 0, 29, 0])
    await goTo('2026-10-05')
    const [line] = (await get(`payout-runs/${run.id}/lines`)).items
    await post(ada, `payout-lines/${line.id}/result`, { from: 'sent', state: 'failed', reason: 'Closed' })
    app.clock.advance(1_000)
    // What is returned after Amazon has paid it is nobody's until Amazon takes it back.
    await order('a', { cents: 10_000, date: '2026-06-10', status: 'returned' })
    expect(await endOf('2026-10')).toEqual([0, -9, -50, 159, -100])
    expect(await endOf('2026-09')).toEqual([0, -29, 0, 29, 0])
    const { lines, change, closed_at } = await get('books/2026-10')
    expect(closed_at).toBeNull()
    expect(lines).toMatchObject([
      { kind: 'nobodys', earning_month: '2026-06', entries: 1, change: { receivable: 100, nobodys: -100 } },
      {
        kind: 'order',
        marketplace: 'us',
        earning_month: '2026-06',
        change: { receivable: -100, creators: 80 },
      },
      { kind: 'payout_returned', marketplace: null, change: { creators: -130, paid: 130 } },
    ])
    expect(change).toEqual({
      receivable: 0,
      platform: 20,
      creators: -50,
      paid: 130,
      nobodys: -100,
      exchange: 0,
    })
    const { year, items } = await get('books')
    expect([year, items.map(({ month }: { month: string }) => month)]).toEqual([
      ...[2026, ['2026-10', '2026-09', '2026-08', '2026-07', '2026-06']],
    ])
    expect(await get('books?year=2025')).toEqual({ year: 2025, items: [] })
    expect(await get('books/2027-01')).toMatchObject({ entries: 0, lines: [], balance: { nobodys: -100 } })
  })

  it('list the entries behind each number, and give them as a file', async () => {
    const { items, next_cursor } = await get('books/2026-10/entries?account=creators')
    expect(next_cursor).toBeNull()
    expect(items).toMatchObject([
      { kind: 'payout_returned', reference: 'F1-1', username: ana.username },
      { kind: 'order', order_item_id: 'a', earning_month: '2026-06', change: { platform: 20 } },
    ])
    const ofJuly = 'kind=receipt&marketplace=us&earning_month=2026-07'
    expect((await get(`books/2026-09/entries?${ofJuly}`)).items).toMatchObject([{ change: { paid: 2 } }])
    expect(await get('books/2026-09/entries?cursor=0')).toMatchObject({ code: 'validation_failed' })
    const csv: string = await get('export/books?month=2026-10')
    const rows = csv.trim().split('\r\n')
    expect(rows[0]).toBe(
      '"month","place","kind","at","marketplace","earning_month","order_item_id","reference","username","is_own","receivable","platform","creators","paid","nobodys","exchange"',
    )
    expect(rows[1]).toMatch(
      /^"2026-10","1","payout_returned","2026-10-05T[^"]+","","","","F1-1","[^"]+","false","0.00","0.00","-130.00","130.00","0.00","0.00"$/,
    )
    expect(rows).toHaveLength(4)
    const json = await get('export/books?month=2026-10&format=json')
    expect(json.items[2]).toMatchObject({ kind: 'nobodys', at: null, nobodys: -100 })
  })
})

describe('exchange (docs/product/books.md#exchange)', () => {
  const rate = (usd_per_unit: string) =>
    app.database.db
      .insertInto('exchange_rates')
      .values({
        currency: 'GBP',
        earning_month: '2026-10',
        usd_per_unit,
        source: 'A bank',
        set_at: app.clock.now(),
      })
      .execute()
  const payPounds = (amount: number, usd: number) =>
    post(
      ada,
      'receipts',
      receiptOf({
        ...{ marketplace: 'uk', month: '2026-10', amount, usd, reference: randomUUID() },
        ...{ received_on: app.clock.now().toISOString().slice(0, 10), confirmed: [`rate ${amount} ${usd}`] },
      }),
    )
  /** What a month of the books changed of October's pounds: receivable, nobody's and exchange. */
  const changeOf = async (month: string) => {
    const { lines } = await get(`books/${month}`)
    const sums = { receivable: 0, nobodys: 0, exchange: 0 }
    for (const { marketplace, change } of lines)
      if (marketplace === 'uk')
        for (const account of ['receivable', 'nobodys', 'exchange'] as const)
          sums[account] = Math.round((sums[account] + change[account]) * 100) / 100
    return [sums.receivable, sums.nobodys, sums.exchange]
  }

  it('takes what a month brought more or less than was posted, and leaves nothing receivable once it is paid', async () => {
    await goTo('2026-11-10')
    await rate('1.3')
    // Each rounds by itself: 0.33 pounds are 43 cents, three of them 129, and not the 128.7 of 0.99.
    for (const id of ['uk-1', 'uk-2', 'uk-3'])
      await order(id, { cents: 33, date: '2026-10-10', marketplace: 'uk' })
    expect(await changeOf('2026-11')).toEqual([1.29, 0, 0])
    await goTo('2027-01-10')
    await payPounds(0.33, 0.42)
    // A third is paid: 43 cents of what was posted, for 42.
    expect(await changeOf('2027-01')).toEqual([-0.43, 0, 0.01])
    await goTo('2027-02-10')
    await payPounds(0.66, 0.9)
    expect(await changeOf('2027-02')).toEqual([-0.86, 0, -0.04])
    await goTo('2027-03-10')
    // What comes beyond is nobody's, at what it brought: of 2.66 dollars for 1.99 pounds those for one pound.
    await payPounds(1, 1.34)
    expect(await changeOf('2027-03')).toEqual([0, -1.34, 0])
    expect((await get('books/2027-03/entries?account=exchange')).items).toEqual([])
    expect((await get('books/2027-02/entries?account=exchange')).items).toMatchObject([
      { kind: 'exchange', marketplace: 'uk', earning_month: '2026-10', change: { exchange: -0.04 } },
    ])
  })

  it('keeps bounties and deductions to the platform', async () => {
    const before = (await get('books/2027-03')).balance
    const lines = [
      { kind: 'commissions', month: '2026-08', amount: 1 },
      { kind: 'bounty', amount: 10 },
      { kind: 'deduction', amount: -2 },
    ]
    const { id } = await post(ada, 'receipts', {
      ...receiptOf({ month: '2026-08', amount: 9, received_on: '2027-03-09', reference: 'B-1' }),
      lines,
    })
    const { balance } = await get('books/2027-03')
    expect([balance.platform - before.platform, balance.paid - before.paid]).toEqual([-8, 9])
    app.clock.advance(1_000)
    await post(ada, `receipts/${id}/reverse`, { reason: 'Of another account' })
    expect((await get('books/2027-03')).balance).toEqual(before)
  })
})
