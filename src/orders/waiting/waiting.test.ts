import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import type { LedgerEntry, LedgerOrder, Statement } from '../../earnings/contract.ts'
import { signUpPayee } from '../../earnings/testing/ledger.ts'
import { type Imports, importsOf } from '../imports/testing/stage.ts'
import { calculate, giveOrder } from '../posting/testing/orders.ts'
import { reportText } from '../testing/report-text.ts'
import type { WaitingOrder } from './contract.ts'

let app: TestApp
let admin: Person
let ana: Awaited<ReturnType<typeof signUpPayee>>
let imports: Imports

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-12-10T12:00:00Z'))
  admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
  ana = await signUpPayee(app)
})
afterAll(() => app.close())

/** Imports rows of Folio's CSV, gives their orders to Ana, and posts. */
async function reported(
  rows: Record<string, string>[],
  marketplace = 'uk',
  more: Record<string, string> = {},
) {
  const { id } = await imports.add(reportText(rows), { marketplace, ...more })
  await imports.merge(id)
  for (const { order_item_id = '' } of rows)
    await giveOrder(app.database.db, order_item_id, { person: { ...ana, userId: ana.id } })
  await post()
}
const post = () => calculate({ db: app.database.db, clock: app.clock.now })
const setRate = async (month: string, currency: string, usd_per_unit: string, more = {}) => {
  const put = (confirmed: string[]) =>
    app.request('PUT', `/api/v1/admin/rates/${month}/${currency}`, {
      token: admin.token,
      body: { usd_per_unit, source: 'The bank', confirmed, ...more },
    })
  const asked = await put([])
  if (asked.status === 409) expect((await put(asked.body.details.examples)).status).toBe(200)
  await post()
}
const get = (path: string, { token }: { token?: string } = ana) =>
  app.request('GET', `/api/v1/${path}`, { token })
const waiting = async (
  query = '',
): Promise<{ items: WaitingOrder[]; sums: unknown[]; next_cursor: string }> =>
  (await get(`me/orders/waiting${query}`)).body
const orderOf = async (id: string) =>
  ((await get('me/ledger/orders')).body.items as LedgerOrder[]).find(
    ({ order_item_id }) => order_item_id === id,
  )
const idsOf = async () => (await waiting()).items.map(({ order_item_id }) => order_item_id)

const pounds = { order_item_id: 'uk-1', commission_amount: '12.00', order_date: '2026-11-03' }

// docs/product/earnings.md#waiting-for-a-rate
describe('GET me/orders/waiting', () => {
  it('lists what waits in its own currency, by what it waits for, until the rate is set', async () => {
    await reported([
      pounds,
      { ...pounds, order_item_id: 'uk-2', commission_amount: '3.50', order_date: '2026-11-20' },
      { ...pounds, order_item_id: 'uk-3', commission_amount: '1.00', order_date: '2026-12-02' },
      { ...pounds, order_item_id: 'uk-4', order_status: 'pending' },
    ])
    await reported([{ ...pounds, order_item_id: 'jp-1', commission_amount: '1000' }], 'jp')
    const { items, sums, next_cursor } = await waiting()
    expect(next_cursor).toBeNull()
    expect(items.map(({ order_item_id }) => order_item_id)).toEqual(['uk-3', 'uk-2', 'uk-1', 'jp-1'])
    expect(items[2]).toMatchObject({
      order_date: '2026-11-03',
      waiting: { currency: 'GBP', amount: 12, months: ['2026-11'] },
    })
    expect(sums).toEqual([
      { currency: 'GBP', amount: 15.5, months: ['2026-11'], orders: 2 },
      { currency: 'JPY', amount: 1_000, months: ['2026-11'], orders: 1 },
      { currency: 'GBP', amount: 1, months: ['2026-12'], orders: 1 },
    ])
    // The export of one's own data has them, too (docs/product/calls.md#own-data).
    expect((await get('me/export')).body.orders_waiting).toEqual(items)
    expect((await get('me/export', admin)).body.orders_waiting).toEqual([])
    await setRate('2026-11', 'GBP', '1.31')
    expect(await idsOf()).toEqual(['uk-3', 'jp-1'])
    expect(await orderOf('uk-1')).toMatchObject({ gross_commission: 15.72, waiting: null })
  })

  it('is of nobody else, of one product where it is asked for, and only for who is signed in', async () => {
    const ben = await signUp(app)
    expect((await get('me/orders/waiting', ben)).body).toEqual({ items: [], next_cursor: null, sums: [] })
    expect((await waiting('?product=01900000-0000-7000-8000-000000000000')).items).toEqual([])
    expect((await get('me/orders/waiting', {})).status).toBe(401)
    expect((await get('me/orders/waiting?cursor=x')).body.code).toBe('validation_failed')
  })
})

// docs/product/earnings.md#why-this-amount
describe('an amount that was converted', () => {
  const entriesOf = async (id: string): Promise<LedgerEntry[]> =>
    ((await get('me/ledger')).body.items as LedgerEntry[])
      .filter(({ order_item_id }) => order_item_id === id)
      .toReversed()

  it('says its own amount and rate wherever it stands, also where the rate changed or all came back', async () => {
    await setRate('2026-11', 'GBP', '1.32', { reason: 'The bank corrected it' })
    await reported([{ ...pounds, order_status: 'returned' }])
    const entries = await entriesOf('uk-1')
    expect(entries.map(({ gross_commission, own }) => [gross_commission, own])).toEqual([
      [15.72, { currency: 'GBP', amount: 12, usd_per_unit: '1.3100000000' }],
      [0.12, { currency: 'GBP', amount: 0, usd_per_unit: '1.3200000000' }],
      [-15.84, { currency: 'GBP', amount: -12, usd_per_unit: '1.3200000000' }],
    ])
    const owns = entries.map(({ own }) => own)
    expect((await orderOf('uk-1'))?.entries.map(({ own }) => own)).toEqual(owns)
    const why = (await get(`me/ledger/${entries[0]?.id}`)).body
    expect(why.entries.map(({ own }: LedgerEntry) => own)).toEqual(owns)
    const { items } = (await get('me/statements/2026-12')).body as Statement
    expect(items.filter((row) => row.order_item_id === 'uk-1').map(({ own }) => own)).toEqual(owns)
    const asAdmin = await get('admin/orders/uk-1', admin)
    expect(asAdmin.body.entries.map(({ own }: LedgerEntry) => own)).toEqual(owns)
    const file = (await get('me/ledger/export?format=json')).body.items
    expect(
      file
        .filter((row: LedgerEntry) => row.order_item_id === 'uk-1')
        .map((row: Record<string, unknown>) => [row.own_currency, row.own_amount, row.usd_per_unit]),
    ).toEqual([
      ['GBP', '12.00', '1.31'],
      ['GBP', '0.00', '1.32'],
      ['GBP', '-12.00', '1.32'],
    ])
  })

  it('says what of it waits for another month, and that what was posted stays', async () => {
    await reported([{ ...pounds, order_item_id: 'uk-5' }], 'uk', { report_as_of: '2026-12-09T12:00:00Z' })
    expect(await orderOf('uk-5')).toMatchObject({ gross_commission: 15.84, waiting: null })
    // A later report dates it to December.
    await reported([{ ...pounds, order_item_id: 'uk-5', ship_date: '2026-12-01' }])
    const order = await orderOf('uk-5')
    const waits = { currency: 'GBP', amount: 12, months: ['2026-12'] }
    expect(order).toMatchObject({ gross_commission: 15.84, waiting: waits })
    expect(await idsOf()).not.toContain('uk-5')
    const why = await get(`me/ledger/${order?.entries[0]?.id}`)
    expect(why.body.order.waiting).toEqual(waits)
  })
})

// docs/product/earnings.md#waiting-for-a-rate
describe('many orders that wait', () => {
  it('goes on page by page, each order once', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ ...pounds, order_item_id: `se-${n}` }))
    await reported(many, 'se')
    const first = await waiting()
    const rest = await waiting(`?cursor=${encodeURIComponent(first.next_cursor)}`)
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([50, 12, null])
    expect(new Set([...first.items, ...rest.items].map((one) => one.order_item_id)).size).toBe(62)
    expect(rest.sums).toEqual(first.sums)
  })
})
