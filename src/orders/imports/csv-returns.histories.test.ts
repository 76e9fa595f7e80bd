import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { findingsAt } from '../testing/findings.ts'
import { reportText, type TextRow } from '../testing/report-text.ts'
import type { Doubt, ImportDetail } from './contract.ts'
import { type Imports, importsOf, ordersIn } from './testing/stage.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  imports = importsOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await findingsAt(app)).toEqual([])
})

let n = 0
/** Each test has an order of its own. */
let order = ''
beforeEach(() => {
  n += 1
  order = `back-${n}`
})

const bought = (quantity: number, commission_amount: string, cells: TextRow = {}): TextRow => ({
  order_item_id: order,
  product_title: 'A mug',
  quantity,
  commission_amount,
  ...cells,
})
/** A row of a return, with negative numbers. */
const back = (quantity: number, amount: string, cells: TextRow = {}) =>
  bought(-quantity, `-${amount}`, { order_date: '2026-11-05', ...cells })
/** A row of returned pieces, with positive numbers. */
const returned = (quantity: number, amount: string, cells: TextRow = {}) =>
  bought(quantity, amount, { order_date: '2026-11-05', order_status: 'returned', ...cells })

const at = (hour: number) => new Date(Date.UTC(2026, 10, 10, hour)).toISOString()
const stage = (hour: number, rows: TextRow[]) => imports.add(reportText(rows), { report_as_of: at(hour) })
const questionOf = ({ question }: ImportDetail): Doubt[] =>
  question?.kind === 'confirmation' ? question.reasons : []
/** Merges a report as of an hour that asks nothing. */
const add = async (hour: number, rows: TextRow[]) => {
  const staged = await stage(hour, rows)
  expect(questionOf(staged)).toEqual([])
  return imports.merge(staged.id)
}
/** The same, where an admin says that the return is another one than those reported before. */
const addAnother = async (hour: number, rows: TextRow[]) => {
  const staged = await stage(hour, rows)
  expect(questionOf(staged)).toMatchObject([{ kind: 'retold_returns' }])
  return imports.choose(staged, 'another_return')
}
const now = async () => {
  const known = (await ordersIn(app))[order]
  return known && `${known.status} ${known.cents}${known.waiting > 0 ? `, ${known.waiting} waits` : ''}`
}

describe('a return in Folio’s CSV (decision 39)', () => {
  it('of −1 and −$5.00 in a later file takes $5 of $10, never all', async () => {
    await add(1, [bought(2, '10.00')])
    const { updated, unchanged } = await add(2, [back(1, '5.00')])
    expect({ updated, unchanged }).toEqual({ updated: 1, unchanged: 0 })
    expect(await now()).toBe('shipped 500')
  })

  it('of −1 and −$5.00 takes $5 of one piece for $10 too: the amount counts', async () => {
    await add(1, [bought(1, '10.00')])
    await add(2, [back(1, '5.00')])
    expect(await now()).toBe('shipped 500')
  })

  it('of fewer pieces, in positive numbers, takes its amount, or its share where it has none', async () => {
    await add(1, [bought(3, '10.00')])
    await add(2, [returned(1, '4.00')])
    expect(await now()).toBe('shipped 600')
    await addAnother(3, [returned(1, '0.00', { order_date: '2026-11-06' })])
    expect(await now()).toBe('shipped 267')
  })

  it('of all pieces, one by one without amounts, leaves exactly nothing', async () => {
    await add(1, [bought(3, '1.00')])
    await add(2, [returned(1, '0.00'), returned(1, '0.00')])
    expect(await now()).toBe('shipped 33')
    await addAnother(3, [returned(1, '0.00', { order_date: '2026-11-06' })])
    expect(await now()).toBe('returned 0')
  })

  it('of all pieces, in positive numbers, is a full return, whatever it says of money', async () => {
    await add(1, [bought(2, '10.00')])
    await add(2, [returned(2, '0.00')])
    expect(await now()).toMatch(/^returned /)
  })

  it('is the same in the file of the purchase and in another, whichever comes first', async () => {
    await add(1, [bought(2, '10.00'), returned(1, '5.00')])
    expect(await now()).toBe('shipped 500')
    order = `${order}-after`
    const first = await add(2, [back(1, '3.00')])
    expect(first).toMatchObject({ total: 1, imported: 0, waiting_returns: 1 })
    expect(await now()).toBe('returned 0, 300 waits')
    await add(1, [bought(2, '10.00')])
    expect(await now()).toBe('shipped 700')
  })

  it('in overlapping files counts once; two equal rows of one file are two', async () => {
    await add(1, [bought(4, '20.00')])
    await add(2, [back(1, '5.00')])
    const { unchanged } = await add(3, [
      back(1, '5.00'),
      bought(1, '1.00', { order_item_id: `${order}-other` }),
    ])
    expect(unchanged).toBe(1)
    expect(await now()).toBe('shipped 1500')
    const twice = await add(4, [bought(4, '20.00'), back(1, '5.00'), back(1, '5.00')])
    expect(twice).toMatchObject({ total: 3, updated: 1, combined: 2, failed: 0 })
    expect(await now()).toBe('shipped 1000')
    await imports.undo(twice.id)
    expect(await now()).toBe('shipped 1500')
  })

  it('stays when an older report has the purchase again, and goes when its own import is undone', async () => {
    await add(1, [bought(2, '10.00')])
    const { id } = await add(2, [back(1, '5.00')])
    await add(3, [bought(2, '10.00', { product_title: 'The mug' })])
    expect(await now()).toBe('shipped 500')
    await imports.undo(id)
    expect(await now()).toBe('shipped 1000')
  })

  it('without a purchase is previewed as waiting, and takes when its purchase comes', async () => {
    const staged = await stage(2, [back(1, '5.00'), bought(1, '1.00', { order_item_id: `${order}-other` })])
    expect(staged.preview).toMatchObject({
      new_orders: 1,
      unchanged: 0,
      unfound_returns: { count: 1, commission: -5 },
    })
    await imports.merge(staged.id)
    await add(3, [bought(2, '10.00')])
    expect(await now()).toBe('shipped 500')
  })
})

describe('a return that fits neither pieces nor amount of its purchase is asked about', () => {
  it.each([
    ['more money than was bought for', () => back(1, '15.00'), '$15.00', 'returned 0'],
    ['more pieces than were bought', () => returned(3, '0.00'), '$0.00', /^returned /],
    ['one piece of two, and all the money', () => returned(1, '10.00'), '$10.00', 'returned 0'],
    ['more money, in positive numbers', () => returned(2, '12.00'), '$12.00', /^returned /],
  ])('%s', async (_, row, money, after) => {
    await add(1, [bought(2, '10.00')])
    const asked = await stage(2, [row()])
    expect(questionOf(asked)).toEqual([
      {
        kind: 'unclear_returns',
        rows: 1,
        commission: Number(money.slice(1)),
        message: `The returns of 1 order, ${money}, do not fit what was bought. They take as much as there is, and never more.`,
        examples: [`${order}: ${money} of $10.00`],
      },
    ])
    const refused = await imports.call('POST', `/${asked.id}/merge`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'confirmation_required' } })
    expect(await now()).toBe('shipped 1000')
    const { kind, rows, commission } = questionOf(asked)[0] as Doubt
    await imports.call('POST', `/${asked.id}/answer`, { confirm: [{ kind, rows, commission }] })
    expect(await imports.settled(asked.id)).toMatchObject({ state: 'merged', updated: 1 })
    expect(await now()).toMatch(after)
  })

  it('where two returns together are more than was bought', async () => {
    await add(1, [bought(2, '10.00')])
    await add(2, [back(1, '7.00')])
    const asked = await stage(3, [back(1, '6.00')])
    expect(questionOf(asked)).toMatchObject([
      { kind: 'unclear_returns', rows: 1, commission: 13 },
      { kind: 'retold_returns', rows: 1, commission: 6 },
    ])
    await imports.discard(asked.id)
    expect(await now()).toBe('shipped 300')
  })
})
