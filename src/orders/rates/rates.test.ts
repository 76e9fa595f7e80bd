import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { signUpPayee } from '../../earnings/testing/ledger.ts'
import { type Imports, importsOf } from '../imports/testing/stage.ts'
import { calculate, giveOrder, rowsOf } from '../posting/testing/orders.ts'
import { findingsAt } from '../testing/findings.ts'
import { reportText } from '../testing/report-text.ts'

let app: TestApp
let admin: Person
let ana: Awaited<ReturnType<typeof signUpPayee>>
let imports: Imports
let own: Parameters<typeof giveOrder>[2]

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-12-10T12:00:00Z'))
  admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
  ana = await signUpPayee(app)
  own = { person: { ...ana, userId: ana.id } }
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/api/v1/admin/${path}`, { token: admin.token, ...(body !== undefined && { body }) })
const set = (month: string, currency: string, usd_per_unit: string, more: Record<string, unknown> = {}) =>
  call('PUT', `rates/${month}/${currency}`, { usd_per_unit, source: 'The bank', ...more })
const post = () => calculate({ db: app.database.db, clock: app.clock.now })
const centsOf = async (id: string) =>
  (await rowsOf(app.database.db, id)).map((row) => row.gross_commission_cents)
const run = async (statement: string) => (await app.database.owner.pool.query(statement)).rows

/** Imports a row of Folio's CSV and gives its order to Ana. */
async function reported(marketplace: string, row: Record<string, string>) {
  const { id } = await imports.add(reportText([row]), { marketplace })
  const merged = await imports.merge(id)
  await giveOrder(app.database.db, String(row.order_item_id), own)
  return merged
}

// docs/product/ledger.md#rates
describe('orders in another currency', () => {
  it('wait for the rate of their month, become dollars by it, and go back to nothing when all comes back', async () => {
    const pounds = { order_item_id: 'uk-1', commission_amount: '12.00' }
    expect(await reported('uk', pounds)).toMatchObject({ currency: 'GBP', state: 'merged' })
    await post()
    expect(await centsOf('uk-1')).toEqual([])
    const { body: before } = await call('GET', 'rates')
    expect(before.waiting).toBe(1)
    const [waiting] = before.items
    expect(waiting).toMatchObject({
      month: '2026-11',
      currency: 'GBP',
      orders: 1,
      waiting: 1,
      commission: 12,
      rates: [],
    })

    expect(await set('2026-11', 'GBP', '1.3111')).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required', details: { examples: ['£100.00 = $131.11'] } },
    })
    const confirmed = { confirmed: ['£100.00 = $131.11'] }
    const { status, body } = await set('2026-11', 'GBP', '1.3111', confirmed)
    expect(status).toBe(200)
    expect([body.items[0].waiting, body.waiting]).toEqual([0, 0])
    expect(body.items[0].rates).toMatchObject([
      { usd_per_unit: '1.3111', source: 'The bank', reason: null, set_by: admin.username },
    ])
    await post()
    expect(await centsOf('uk-1')).toEqual([1_573])
    // The same again changes nothing.
    await set('2026-11', 'GBP', '1.31110')
    await post()
    expect(await centsOf('uk-1')).toEqual([1_573])

    expect(await set('2026-11', 'GBP', '1.32')).toMatchObject({ status: 400 })
    expect(await set('2026-11', 'GBP', '1.32', { reason: 'The bank corrected it' })).toMatchObject({
      status: 200,
    })
    await post()
    expect(await centsOf('uk-1')).toEqual([1_573, 11])

    await reported('uk', { ...pounds, order_status: 'returned' })
    await post()
    expect(await centsOf('uk-1')).toEqual([1_573, 11, -1_584])
  })

  it('keeps with each row the amount and the rate that it was posted by', async () => {
    await reported('jp', { order_item_id: 'jp-1', commission_amount: '1000' })
    await set('2026-11', 'JPY', '0.0066', { confirmed: ['¥1,000 = $6.60'] })
    await post()
    expect(await centsOf('jp-1')).toEqual([660])
    const [row] = await run(`select id, evidence from earnings_ledger where order_item_id = 'jp-1'`)
    const conversions = [{ month: '2026-11', currency: 'JPY', amount: '1000', usd_per_unit: '0.0066000000' }]
    expect(row.evidence.conversions).toEqual(conversions)
    const why = await app.request('GET', `/api/v1/me/ledger/${row.id}`, { token: ana.token })
    expect(why.body).toMatchObject({
      conversions,
      entry: { gross_commission: 6.6 },
      reported: { commission: 1_000 },
      order: { currency: 'JPY', commission: 1_000 },
    })
  })

  it('count among what Amazon has to pay in their own, and in dollars in what an admin moves', async () => {
    const { items } = (await call('GET', 'receipts?year=2026')).body
    const japan = items.find(({ marketplace }: { marketplace: string }) => marketplace === 'jp')
    expect(japan).toMatchObject({ month: '2026-11', currency: 'JPY', reported: 1_000 })
    const [{ cents }] = await run(
      `select in_dollars(commission_cents, currency, '2026-11')::int as cents from amazon_orders where order_item_id = 'jp-1'`,
    )
    expect(cents).toBe(660)
  })

  it('is not for dollars, months to come, and rates that are none', async () => {
    for (const [month, currency, rate] of [
      ['2026-11', 'USD', '1'],
      ['2026-11', 'CHF', '1'],
      ['2027-01', 'GBP', '1.3'],
      ['2026-11', 'GBP', '0'],
      ['2026-11', 'GBP', '1,3'],
    ] as const)
      expect((await set(month, currency, rate)).status, `${month} ${currency} ${rate}`).toBe(400)
  })

  it('is set once, however often and by whomever it is asked for at once', async () => {
    const confirmed = { confirmed: ['€100.00 = $105.00'] }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => set('2026-10', 'EUR', '1.05', confirmed)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await run(`select 1 from exchange_rates where currency = 'EUR'`)).toHaveLength(1)
  })

  it('can be the mean of the month by the European Central Bank', async () => {
    const days = Array.from({ length: 30 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)
    const csv = `Date,USD,PLN,\n${days.map((day) => `${day},1.05,4.2,`).join('\n')}\n`
    const asked = await call('PUT', 'rates/2026-11', { csv })
    expect(asked).toMatchObject({
      status: 409,
      body: { details: { examples: ['PLN\u00a0100.00 = $25.00'] } },
    })
    const { examples } = asked.body.details
    expect((await call('PUT', 'rates/2026-11', { csv, confirmed: examples })).status).toBe(200)
    expect(
      await run(`select usd_per_unit::text as rate, source from exchange_rates where currency = 'PLN'`),
    ).toEqual([{ rate: '0.2500000000', source: 'European Central Bank, average of 30 days' }])
    expect(await call('PUT', 'rates/2026-10', { csv })).toMatchObject({
      status: 400,
      body: { details: { problems: [{ path: 'csv' }] } },
    })
  })

  it('is found by verify where somebody changed it behind the program’s back', async () => {
    expect(await findingsAt(app)).toEqual([])
    const tamper = (rate: number) =>
      app.database.owner.pool.query(`begin; set local session_replication_role = replica;
        update exchange_rates set usd_per_unit = ${rate} where currency = 'JPY'; commit`)
    await tamper(0.007)
    const problems = await findingsAt(app)
    await tamper(0.0066)
    expect(problems.join()).toContain('order jp-1')
    expect(problems.join()).toContain('0.0066000000')
  })

  it('is a fact that nobody changes or removes', async () => {
    const pool = app.database.owner.pool
    await expect(pool.query('update exchange_rates set usd_per_unit = 2')).rejects.toThrow()
    await expect(pool.query('delete from exchange_rates')).rejects.toThrow()
  })
})
