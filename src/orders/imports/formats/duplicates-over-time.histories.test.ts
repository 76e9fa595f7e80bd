import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../../tests/harness/people.ts'
import { findingsAt } from '../../testing/findings.ts'
import { feeOrdersText, foreignFeesText, reportText } from '../../testing/report-text.ts'
import type { ImportDetail } from '../contract.ts'
import { askPayingDate, choosing, type Imports, importsOf, ordersIn, reasonsOf } from '../testing/stage.ts'

let app: TestApp
let admin: Person
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-12-20T12:00:00Z'))
  admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
})
afterAll(() => app.close())

/** Each test has a marketplace of its own. */
const marketplaces = 'us uk de fr it es ca sg in br mx'.split(' ')
let marketplace = ''
beforeEach(async () => {
  marketplace = marketplaces.shift() ?? ''
  expect((await setDate('2026-11-01')).status).toBe(200)
})

/** And an item, since what stands in one marketplace is asked about in another. */
const itemHere = () => `B0MARKET${marketplace.toUpperCase()}`

const setDate = (starts_on: string, confirm?: object[]) =>
  askPayingDate(app, admin, { marketplace, starts_on, ...(confirm && { confirm }) })
const add = (text: string) => {
  app.clock.advance(1_000)
  return imports.add(text, { marketplace })
}
const merge = async (text: string) => {
  const { id } = await imports.merge((await add(text)).id)
  return id
}
type Values = Record<string, string>
/** Orders of October 30, of $8 by default. */
const ordered = (...rows: (Values & { id: string })[]) =>
  reportText(
    rows.map(({ id, ...values }) => ({
      order_item_id: `${id}-${marketplace}`,
      asin: itemHere(),
      order_date: '2026-10-30',
      product_title: 'A mug',
      sub_tag: 'mug-1',
      commission_amount: '8.00',
      ...values,
    })),
  )
/** Sales of $8 and their returns, by their days in November. */
const shipped = (...rows: { day: number; fee?: string; tag?: string }[]) =>
  foreignFeesText(
    rows.map(({ day, fee = '8.00', tag }) => ({
      'Date Shipped': `2026-11-0${day}`,
      ASIN: itemHere(),
      'Ad Fees($)': fee,
      'Sub Tag': 'mug-1',
      ...(tag !== undefined && { 'Tracking ID': tag }),
      ...(fee.startsWith('-') && { 'Items Shipped': '0', Returns: '1' }),
    })),
  )
/** What is owed in the marketplace, in cents, by format. */
const owed = async () =>
  Object.entries(await ordersIn(app))
    .filter(([, order]) => order?.marketplace === marketplace && order.status === 'shipped')
    .map(([id, order]) => [id.startsWith('fee-') ? 'fee' : id[0], order?.cents])
const proven = async () => expect(await findingsAt(app)).toEqual([])
const kindsAsked = (asked: Parameters<typeof reasonsOf>[0]) => reasonsOf(asked).map(({ kind }) => kind)
/** An order a and a row of November 2 that an admin said to be one sale. */
async function oneSale(): Promise<void> {
  await merge(ordered({ id: 'a' }))
  await imports.choose(await add(shipped({ day: 2 })), 'same_sale')
  expect(await owed()).toEqual([['a', 800]])
}

/** Says it of each pair that an import asks about, one by one. */
async function sayOfEach({ id, preview }: ImportDetail, choice: 'same_sale' | 'two_sales'): Promise<void> {
  const duplicates = preview?.duplicates?.map(({ order_item_id, fee_item_id }) => ({
    order_item_id,
    fee_item_id,
    choice,
  }))
  expect((await imports.call('POST', `/${id}/answer`, { duplicates })).status).toBe(200)
}

describe('what may be one sale is asked about', () => {
  it('by what was bought, whatever of it came back since', async () => {
    await merge(ordered({ id: 'a' }, { id: 'a', quantity: '-1', commission_amount: '-3.00' }))
    const asked = await add(shipped({ day: 2 }))
    expect(reasonsOf(asked)).toMatchObject([{ kind: 'duplicates', rows: 1, commission: 8 }])
    await imports.choose(asked, 'same_sale')
    expect(await owed()).toEqual([['a', 500]])
    await proven()
  })

  it('never again where one of them is the same sale as another, restated or not', async () => {
    await oneSale()
    // One of them is the order's row, restated.
    const later = await add(shipped({ day: 2, fee: '9.00' }, { day: 3 }))
    expect(kindsAsked(later)).toEqual([])
    await imports.merge(later.id)
    expect(await owed()).toEqual([
      ['a', 800],
      ['fee', 800],
    ])
    await proven()
  })

  it('once, where two waiting imports have it, even if the one that asked is discarded', async () => {
    await merge(ordered({ id: 'a' }))
    const [first, second] = [
      await add(shipped({ day: 2 })),
      await add(shipped({ day: 2 }, { day: 4, fee: '9.00' })),
    ]
    expect([kindsAsked(first), kindsAsked(second)]).toEqual([['duplicates'], ['duplicates']])
    await sayOfEach(first, 'two_sales')
    expect(kindsAsked(await imports.settled(second.id))).toEqual([])
    await imports.discard(first.id)
    await imports.merge(second.id)
    expect(await owed()).toEqual([
      ['a', 800],
      ['fee', 800],
      ['fee', 900],
    ])
    await proven()
  })

  it('nor of a row that is one sale with an order that was cancelled', async () => {
    await oneSale()
    await merge(ordered({ id: 'a', order_status: 'cancelled' }))
    const later = await add(ordered({ id: 'b' }))
    expect(kindsAsked(later)).toEqual([])
    await imports.merge(later.id)
    expect(await owed()).toEqual([['b', 800]])
    await proven()
  })
})

describe('what an admin decides of duplicates that both pay holds at once', () => {
  /** An order and a row that have been alike since a newer report, which changed the order, was undone. */
  async function alikeByNow() {
    await merge(ordered({ id: 'a' }))
    const restated = await merge(ordered({ id: 'a', commission_amount: '7.00' }))
    await merge(shipped({ day: 2 }))
    await imports.undo(restated)
    expect(await owed()).toHaveLength(2)
    const asked = await add(feeOrdersText([{ ASIN: 'B000000009', Date: '2026-11-03' }]).replaceAll('($)', ''))
    expect(kindsAsked(asked)).toEqual(['duplicates'])
    return asked
  }

  it('where the import that asked has neither', async () => {
    expect(await imports.choose(await alikeByNow(), 'same_sale')).toMatchObject({ state: 'merged' })
    expect(await owed()).toEqual([['a', 800]])
    await proven()
  })

  it('where it is given up after that', async () => {
    const asked = await alikeByNow()
    await sayOfEach(asked, 'same_sale')
    await imports.discard(asked.id)
    expect(await owed()).toEqual([['a', 800]])
    await proven()
  })
})

describe('a change of the ship date', () => {
  it('asks about all that may then be duplicates, one question after the other', async () => {
    await setDate('2026-11-05')
    await merge(ordered({ id: 'a' }, { id: 'b' }))
    await merge(shipped({ day: 2 }))
    let { reasons } = await setDate('2026-11-01')
    for (const _order of ['a', 'b']) {
      expect(reasons).toMatchObject([{ kind: 'turned_over' }, { kind: 'duplicates', rows: 1, commission: 8 }])
      reasons = (await setDate('2026-11-01', choosing(reasons, 'two_sales').confirm)).reasons
    }
    expect(reasons).toEqual([])
    expect(await owed()).toEqual([
      ['a', 800],
      ['b', 800],
      ['fee', 800],
    ])
    await proven()
  })

  it('has rows that cannot be paired wait for an admin only while their day pays', async () => {
    await merge(shipped({ day: 2 }, { day: 2, fee: '7.00' }))
    await merge(shipped({ day: 2, fee: '6.00' }, { day: 2, fee: '5.00' }))
    const waiting = async () =>
      Object.values(await ordersIn(app)).filter((order) => order?.marketplace === marketplace && order.review)
    expect(await waiting()).toHaveLength(2)
    await proven()
    for (const date of ['2026-11-05', '2026-11-01']) {
      const { reasons } = await setDate(date)
      expect(reasons).toMatchObject([{ kind: 'turned_over' }])
      expect((await setDate(date, choosing(reasons, 'once').confirm)).reasons).toEqual([])
      await proven()
    }
    expect(await waiting()).toHaveLength(2)
  })
})

describe('of one sale in both formats', () => {
  it('the row’s return is taken from the order, whatever the row is by now', async () => {
    await oneSale()
    await merge(shipped({ day: 2, fee: '6.00' }))
    expect(await owed()).toEqual([['a', 800]])
    await merge(shipped({ day: 5, fee: '-1.00' }))
    expect(await owed()).toEqual([['a', 700]])
    await proven()
  })

  it('nothing more is taken once no report has the row', async () => {
    await oneSale()
    await merge(shipped({ day: 5, fee: '-1.00' }))
    expect(await owed()).toEqual([['a', 700]])
    const without = await add(
      foreignFeesText([{ ASIN: 'B000000009', 'Date Shipped': '2026-11-02', 'Ad Fees($)': '0.10' }]),
    )
    await imports.merge(without.id)
    expect(await owed()).toEqual([
      ['a', 800],
      ['fee', 10],
    ])
    await proven()
  })

  it('a return takes only what the others left', async () => {
    await oneSale()
    await merge(shipped({ day: 5, fee: '-5.00' }))
    // Without a tracking id, so that it finds no row: it fits the order, of which less is left.
    await merge(shipped({ day: 6, fee: '-8.00', tag: '' }))
    expect(await owed()).toEqual([['a', 300]])
    const waiting = Object.values(await ordersIn(app)).filter((order) => order?.marketplace === marketplace)
    expect(waiting.map((order) => order?.waiting).toSorted()).toEqual([0, 0, 800])
    await proven()
  })
})
