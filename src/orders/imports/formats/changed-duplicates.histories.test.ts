import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../../tests/harness/factories.ts'
import { type Person, signUpAdmin } from '../../../../tests/harness/people.ts'
import { findingsAt } from '../../testing/findings.ts'
import { foreignFeesText, reportText } from '../../testing/report-text.ts'
import { askPayingDate, auditOf, type Imports, importsOf, ordersIn } from '../testing/stage.ts'

let app: TestApp
let admin: Person
let imports: Imports
let link: string
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-12-20T12:00:00Z'))
  admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
  link = (await insertProduct(app.database.db, await insertPerson(app.database.db))).shortLinkId
})
afterAll(() => app.close())

/** Each test has a marketplace of its own. */
const marketplaces = 'us uk de fr it es'.split(' ')
let marketplace = ''
beforeEach(async () => {
  marketplace = marketplaces.shift() ?? ''
  await askPayingDate(app, admin, { marketplace, starts_on: '2026-11-01' })
})

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/api/v1/admin/${path}`, { token: admin.token, ...(body !== undefined && { body }) })
const add = (text: string) => {
  app.clock.advance(1_000)
  return imports.add(text, { marketplace })
}
const merge = async (text: string) => imports.merge((await add(text)).id)
/** Orders of $8 in the CSV, by their ids, and a sale of Fee-Earnings a few days later. */
const ordered = (...ids: string[]) =>
  reportText(
    ids.map((id) => ({
      order_item_id: `${id}-${marketplace}`,
      order_date: '2026-10-30',
      commission_amount: '8.00',
      sub_tag: link,
    })),
  )
const shipped = (...days: string[]) =>
  foreignFeesText(days.map((day) => ({ 'Date Shipped': day, 'Ad Fees($)': '8.00', 'Sub Tag': link })))
/** What is owed in the marketplace, in cents, by format. */
const owed = async () =>
  Object.entries(await ordersIn(app))
    .filter(([, order]) => order?.marketplace === marketplace && order.status === 'shipped')
    .map(([id, order]) => [id.startsWith('fee-') ? 'fee' : 'folio', order?.cents])
/** What is posted for the marketplace's orders, in cents. */
async function posted(): Promise<number> {
  for (const name of ['commission-matcher', 'earnings-calculator'])
    await app.request('POST', `/functions/v1/${name}`, { token: admin.token })
  const { rows } = await app.database.pool.query(
    `select coalesce(sum(gross_commission_cents), 0)::int as cents
     from earnings_ledger join amazon_orders using (order_item_id) where amazon_orders.marketplace = $1`,
    [marketplace],
  )
  return rows[0].cents
}
const duplicatesOf = async (id: string) =>
  (await call('GET', `orders/${encodeURIComponent(id)}`)).body.duplicates
const change = (id: string, duplicate_id: string, choice: string) =>
  call('PUT', `orders/${encodeURIComponent(id)}/duplicate`, {
    duplicate_id,
    choice,
    reason: 'The buyer wrote.',
  })
const proven = async () => expect(await findingsAt(app)).toEqual([])
const changes = async () => (await auditOf(app, admin)).filter(({ action }) => action === 'twins.change')

/** A sale of $8 in both formats, decided so. */
async function decided(choice: 'same_sale' | 'two_sales') {
  await merge(ordered('o'))
  const asked = await add(shipped('2026-11-02'))
  const feeId = asked.preview?.duplicates?.[0]?.fee_item_id ?? ''
  await imports.choose(asked, choice)
  return { id: `o-${marketplace}`, feeId, importId: asked.id }
}

describe('a decision on likely duplicates can be changed (decision 42)', () => {
  it('from one sale to two and back, and the money follows by difference', async () => {
    const { id, feeId } = await decided('same_sale')
    expect(await posted()).toBe(800)
    expect(await duplicatesOf(id)).toEqual([
      {
        order_item_id: id,
        fee_item_id: feeId,
        choice: 'same_sale',
        order_date: '2026-10-30',
        shipped_on: '2026-11-02',
        commission: 8,
        settled: null,
        decided_by: admin.username,
        decided_at: expect.any(String),
      },
    ])
    const before = (await changes()).length
    const answer = await change(id, feeId, 'two_sales')
    expect(answer).toMatchObject({
      status: 200,
      body: { order_item_id: id, duplicates: [{ choice: 'two_sales' }] },
    })
    expect(await owed()).toEqual([
      ['fee', 800],
      ['folio', 800],
    ])
    expect(await posted()).toBe(1_600)
    // The same again, from the page of the other one, changes nothing.
    expect(await change(feeId, id, 'two_sales')).toMatchObject({
      status: 200,
      body: { order_item_id: feeId },
    })
    expect((await changes()).slice(before)).toMatchObject([
      {
        subject: id,
        details: { fee_item_id: feeId, before: 'same_sale', after: 'two_sales', reason: 'The buyer wrote.' },
      },
    ])
    await proven()
    expect((await change(feeId, id, 'same_sale')).body).toMatchObject({ order_status: 'withdrawn' })
    expect(await owed()).toEqual([['folio', 800]])
    expect(await posted()).toBe(800)
    await proven()
  })

  it('a return follows its row: it takes from whichever pays', async () => {
    const { id, feeId } = await decided('same_sale')
    await merge(
      foreignFeesText([
        {
          'Date Shipped': '2026-11-05',
          'Items Shipped': '0',
          Returns: '1',
          'Ad Fees($)': '-8.00',
          'Sub Tag': link,
        },
      ]),
    )
    expect(await owed()).toEqual([])
    await change(id, feeId, 'two_sales')
    expect(await owed()).toEqual([['folio', 800]])
    await proven()
    await change(id, feeId, 'same_sale')
    expect(await owed()).toEqual([])
    await proven()
  })

  it('is refused where one is in no report any more, and where one is the same sale as another', async () => {
    await merge(ordered('o', 'p'))
    const asked = await add(shipped('2026-11-02'))
    const [duplicate] = asked.preview?.duplicates ?? []
    const { order_item_id: id = '', fee_item_id: feeId = '' } = duplicate ?? {}
    const answer = (choice: string) =>
      imports.call('POST', `/${asked.id}/answer`, {
        duplicates: [{ order_item_id: id, fee_item_id: feeId, choice }],
      })
    // Decided as two sales, the row may be that of the other order.
    const { body } = await answer('two_sales')
    expect(body.preview.duplicates).toMatchObject([{ fee_item_id: feeId }])
    await imports.choose(body, 'same_sale')
    expect(await change(id, feeId, 'same_sale')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await duplicatesOf(id)).toMatchObject([{ settled: expect.stringContaining('another') }])
    await imports.undo(asked.id)
    expect(await change(id, feeId, 'same_sale')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await duplicatesOf(id)).toMatchObject([
      { settled: 'They are no longer both in reports that pay.' },
    ])
    // A pair that was never asked about.
    expect(await change(id, 'fee-none', 'same_sale')).toMatchObject({ status: 404 })
    await proven()
  })
})
