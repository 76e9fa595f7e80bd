import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../../tests/harness/factories.ts'
import { type Person, signUp, signUpAdmin } from '../../../../tests/harness/people.ts'
import { currencyOf } from '../../../shared/amazon/marketplaces.ts'
import { contestsAt } from '../../testing/contests.ts'
import { findingsAt } from '../../testing/findings.ts'
import { foreignFeesText, reportText } from '../../testing/report-text.ts'
import type { Doubt } from '../contract.ts'
import { askPayingDate, auditOf, type Imports, importsOf, ordersIn, reasonsOf } from '../testing/stage.ts'

let app: TestApp
let ana: Person
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-12-20T12:00:00Z'))
  ana = await signUpAdmin(app)
  imports = importsOf(app, ana)
})
afterAll(() => app.close())

/** Each test has a marketplace of its own. */
const marketplaces = 'us uk de fr it es ca sg in br mx au nl pl se be'.split(' ')
let marketplace = ''
let n = 0
beforeEach(() => {
  marketplace = marketplaces[n] ?? ''
  n += 1
})

/** And an item, since what stands in one marketplace is asked about in another. */
const itemHere = () => `B0MARKET${marketplace.toUpperCase()}`

const put = (starts_on: string, confirm?: object[], token = ana.token) =>
  askPayingDate(app, { token }, { marketplace, starts_on, ...(confirm && { confirm }) })
const setDate = async (starts_on: string, confirm?: object[]) =>
  expect(await put(starts_on, confirm)).toMatchObject({ status: 200, body: { starts_on }, reasons: [] })
const confirmed = (reasons: Doubt[], choice?: string) =>
  reasons.map(({ kind, rows, commission, choices }) => ({
    kind,
    rows,
    commission,
    ...(choices && { choice }),
  }))

/** A sale of $8, ordered on the last days of October and shipped on the first of November. */
const ordered = (values: Record<string, string> = {}) =>
  reportText([
    {
      order_item_id: `o-${marketplace}`,
      asin: itemHere(),
      order_date: '2026-10-30',
      commission_amount: '8.00',
      ...values,
    },
  ])
const shipped = (values: Record<string, string> = {}) =>
  foreignFeesText([{ 'Date Shipped': '2026-11-02', ASIN: itemHere(), 'Ad Fees($)': '8.00', ...values }])

const add = (text: string, query = {}) => {
  app.clock.advance(1_000)
  return imports.add(text, { marketplace, ...query })
}
/** What is owed in the marketplace, in cents, by format. */
const owed = async () =>
  Object.entries(await ordersIn(app))
    .filter(([, order]) => order?.marketplace === marketplace && order.status === 'shipped')
    .map(([id, order]) => [id.startsWith('fee-') ? 'fee' : 'folio', order?.cents])
const proven = async () => expect(await findingsAt(app)).toEqual([])

describe('the second format in a marketplace (decision 42)', () => {
  it.each([
    ['Fee-Earnings after the CSV', ordered, shipped],
    ['the CSV after Fee-Earnings', shipped, ordered],
  ])('%s is asked about by name, and imported once a ship date is set', async (_, first, second) => {
    await add(first(), { apply: true })
    const before = await owed()
    const asked = await imports.settled((await imports.send(second(), { marketplace, apply: true })).body.id)
    expect(asked.state).toBe('staged')
    expect(reasonsOf(asked)).toMatchObject([{ kind: 'no_paying_date', rows: 1, commission: 8 }])
    expect(reasonsOf(asked)[0]?.message).toMatch(
      /^(The CSV|Fee-Earnings) pays for orders of the marketplace .* so far/,
    )
    // It cannot be confirmed.
    const yes = { confirm: confirmed(reasonsOf(asked)) }
    expect((await imports.call('POST', `/${asked.id}/answer`, yes)).status).toBe(409)
    expect((await imports.call('POST', `/${asked.id}/merge`)).body.code).toBe('confirmation_required')
    expect(await owed()).toEqual(before)
    await setDate('2026-11-01')
    const renewed = (await imports.call('GET', `/${asked.id}`)).body
    expect(reasonsOf(renewed)).toMatchObject([{ kind: 'duplicates', rows: 1, commission: 8 }])
    await proven()
  })

  it('is not asked about while only one was ever merged, nor after the other was undone', async () => {
    const folio = await add(ordered(), { apply: true })
    expect((await add(ordered({ product_title: 'B' }))).question).toBeNull()
    await imports.undo(folio.id)
    expect((await add(shipped(), { apply: true })).state).toBe('merged')
    expect(await owed()).toEqual([['fee', 800]])
  })

  it('leaves nothing wrong after the first was matched, posted and undone', async () => {
    const { process } = contestsAt(app)
    const owner = await insertPerson(app.database.db)
    const { shortLinkId } = await insertProduct(app.database.db, owner, { marketplace })
    const money = async () => {
      const { rows } = await app.database.pool.query(
        'select coalesce(sum(gross_commission_cents), 0)::int as cents from earnings_ledger where payee_id = $1',
        [owner.payeeId],
      )
      return rows[0].cents
    }
    await app.database.pool.query(
      `insert into exchange_rates (currency, earning_month, usd_per_unit, source, set_at)
       select $1, month, 1, 'A test', now() from unnest('{2026-10,2026-11}'::text[]) as month where $1 <> 'USD'`,
      [currencyOf(marketplace)],
    )
    const folio = await add(ordered({ sub_tag: shortLinkId }), { apply: true })
    await process(ana)
    expect(await money()).toBe(800)
    await imports.undo(folio.id)
    await proven()
    await add(shipped({ 'Sub Tag': shortLinkId }), { apply: true })
    await proven()
    await process(ana)
    await proven()
    expect(await money()).toBe(800)
  })
})

describe('a sale of $8 across the month’s end', () => {
  const paid = {
    same_sale: [['folio', 800]],
    two_sales: [
      ['fee', 800],
      ['folio', 800],
    ],
  }
  it.each([
    ['same_sale', 'Fee-Earnings', ordered, shipped],
    ['same_sale', 'the CSV', shipped, ordered],
    ['two_sales', 'Fee-Earnings', ordered, shipped],
    ['two_sales', 'the CSV', shipped, ordered],
  ] as const)(
    'decided %s is paid so, asked when %s comes second, and only once',
    async (choice, _, first, second) => {
      await setDate('2026-11-01')
      const one = await add(first(), { apply: true })
      // As a program sends it.
      const asked = await imports.settled(
        (await imports.send(second(), { marketplace, apply: true })).body.id,
      )
      expect(reasonsOf(asked)).toMatchObject([
        { kind: 'duplicates', rows: 1, commission: 8, choices: ['same_sale', 'two_sales'] },
      ])
      expect(asked.preview?.duplicates).toMatchObject([
        {
          order_item_id: `o-${marketplace}`,
          order_date: '2026-10-30',
          shipped_on: '2026-11-02',
          commission: 8,
        },
      ])
      expect(await owed()).toHaveLength(1)
      expect(await imports.choose(asked, choice)).toMatchObject({ state: 'merged' })
      expect(await owed()).toEqual(paid[choice])
      await proven()
      await imports.undo(one.id)
      expect(await owed()).toHaveLength(1)
      await imports.undo(asked.id)
      expect(await owed()).toEqual([])
      // Once decided, importing again in the other order asks nothing.
      for (const text of [second(), first()])
        expect(
          await imports.settled((await imports.send(text, { marketplace, apply: true })).body.id),
        ).toMatchObject({
          state: 'merged',
        })
      expect(await owed()).toEqual(paid[choice])
      await proven()
      const { rows } = await app.database.pool.query(
        'select actor_id, is_same_sale from duplicate_decisions where folio_item_id = $1',
        [`o-${marketplace}`],
      )
      expect(rows).toEqual([{ actor_id: ana.id, is_same_sale: choice === 'same_sale' }])
    },
  )

  it('can be decided pair by pair; the rest is asked again', async () => {
    await setDate('2026-11-01')
    await add(
      reportText(
        ['a', 'b'].map((id) => ({
          order_item_id: `${id}-${marketplace}`,
          order_date: '2026-10-30',
          commission_amount: '8.00',
        })),
      ),
      { apply: true },
    )
    const asked = await add(
      foreignFeesText([1, 2].map((day) => ({ 'Date Shipped': `2026-11-0${day}`, 'Ad Fees($)': '8.00' }))),
    )
    expect(
      asked.preview?.duplicates?.map(({ order_item_id, shipped_on }) => [order_item_id, shipped_on]),
    ).toEqual([
      [`a-${marketplace}`, '2026-11-01'],
      [`b-${marketplace}`, '2026-11-02'],
    ])
    const decide = (index: number, choice: string) => {
      const { order_item_id, fee_item_id } = asked.preview?.duplicates?.[index] ?? {}
      return imports.call('POST', `/${asked.id}/answer`, {
        duplicates: [{ order_item_id, fee_item_id, choice }],
      })
    }
    const { body } = await decide(0, 'same_sale')
    expect(reasonsOf(body)).toMatchObject([{ kind: 'duplicates', rows: 1, commission: 8 }])
    expect((await decide(0, 'two_sales')).status).toBe(409)
    expect((await decide(1, 'two_sales')).body).toMatchObject({ question: null, preview: { new_orders: 1 } })
    await imports.merge(asked.id)
    expect(await owed()).toEqual([
      ['folio', 800],
      ['folio', 800],
      ['fee', 800],
    ])
    expect((await auditOf(app, ana)).filter(({ action }) => action === 'twins.decide')).toHaveLength(2)
    await proven()
  })

  it('that is one sale is taken back where it was paid, when Fee-Earnings has a return', async () => {
    await setDate('2026-11-01')
    await add(ordered(), { apply: true })
    await imports.choose(await add(shipped()), 'same_sale')
    await add(
      foreignFeesText([
        {
          'Date Shipped': '2026-11-05',
          ASIN: itemHere(),
          'Items Shipped': '0',
          Returns: '1',
          'Ad Fees($)': '-5.00',
        },
      ]),
      { apply: true },
    )
    expect(await owed()).toEqual([['folio', 300]])
    await proven()
  })
})

describe('what is on the other format’s side of the ship date', () => {
  it('never pays, is stored, and is reported by count and money', async () => {
    await setDate('2026-11-01')
    const folio = await add(
      reportText([
        { order_item_id: `p-${marketplace}`, order_date: '2026-10-01', commission_amount: '1.00' },
        { order_item_id: `q-${marketplace}`, order_date: '2026-11-01', commission_amount: '8.00' },
      ]),
    )
    expect(folio.preview?.not_paying).toEqual({ count: 1, commission: 8, paying_date: '2026-11-01' })
    expect(await imports.merge(folio.id)).toMatchObject({
      state: 'merged',
      total: 2,
      imported: 1,
      unchanged: 1,
      not_paying: { count: 1, commission: 8 },
    })
    const fee = await add(
      foreignFeesText([
        { 'Date Shipped': '2026-10-31', 'Ad Fees($)': '2.00' },
        { 'Date Shipped': '2026-11-01', 'Ad Fees($)': '4.00' },
      ]),
      { apply: true },
    )
    expect(fee).toMatchObject({ imported: 1, unchanged: 1, not_paying: { count: 1, commission: 2 } })
    expect(await owed()).toEqual([
      ['fee', 400],
      ['folio', 100],
    ])
    const { rows } = await app.database.pool.query(
      'select count(*)::int as count from order_observations where batch_id = any ($1)',
      [[folio.id, fee.id]],
    )
    expect(rows).toEqual([{ count: 4 }])
    await proven()
  })
})

describe('the ship date itself', () => {
  it('is set once by the same request, stored with who and when, and listed', async () => {
    await setDate('2026-11-01')
    await setDate('2026-11-01')
    const { rows } = await app.database.pool.query(
      'select actor_id from paying_dates where marketplace = $1',
      [marketplace],
    )
    expect(rows).toEqual([{ actor_id: ana.id }])
    const { body } = await app.request('GET', '/api/v1/admin/paying-dates', { token: ana.token })
    expect(body.items).toContainEqual({
      marketplace,
      starts_on: '2026-11-01',
      set_by: ana.username,
      set_at: expect.any(String),
    })
    expect((await auditOf(app, ana)).at(-1)).toMatchObject({
      action: 'paying_date.set',
      subject: marketplace,
      details: { before: null, after: '2026-11-01' },
    })
    for (const change of ['update paying_dates set starts_on = now()', 'delete from paying_dates'])
      await expect(app.database.pool.query(change)).rejects.toThrow()
  })

  it('is changed once the orders that turn over are confirmed, and nothing is paid twice', async () => {
    await setDate('2026-11-01')
    await add(ordered({ order_date: '2026-10-15' }), { apply: true })
    await imports.choose(await add(shipped()), 'two_sales')
    const { reasons } = await put('2026-10-10')
    expect(reasons).toMatchObject([{ kind: 'turned_over', rows: 1, commission: -8 }])
    expect(await owed()).toHaveLength(2)
    await setDate('2026-10-10', confirmed(reasons))
    expect(await owed()).toEqual([['fee', 800]])
    await proven()
    const later = await put('2026-12-01')
    expect(later.reasons).toMatchObject([{ kind: 'turned_over', rows: 2, commission: 0 }])
    await setDate('2026-12-01', confirmed(later.reasons))
    expect(await owed()).toEqual([['folio', 800]])
    await proven()
  })

  it('is for admins only', async () => {
    const stranger = await signUp(app)
    for (const token of ['', stranger.token]) {
      expect((await put('2026-11-01', undefined, token)).status).toBe(404)
      expect(
        (await app.request('GET', '/api/v1/admin/paying-dates', { ...(token && { token }) })).status,
      ).toBe(404)
    }
    expect((await put('2026-13-01')).status).toBe(400)
  })
})
