import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type ReleaseStage, setReleaseStage } from './testing/stage.ts'

let app: TestApp
let stage: ReleaseStage
// By receipts from August on.
beforeAll(async () => {
  app = await startTestApp({
    clock: new ManualClock(new Date('2026-07-15T12:00:00Z')),
    env: { EARNINGS_RELEASE: 'receipt' },
  })
  stage = await setReleaseStage(app)
  await stage.goTo('2026-11-20')
})
afterAll(() => app.close())

const unpaid = 'Amazon has not paid for this order yet.'
const marketplace = 'uk'
const earnPounds = (date: string, pence: number, id?: string) =>
  stage.earn(date, pence, { marketplace, ...(id && { id }) })
/** Pounds for a month, with what else came or was taken; a pound brings a dollar, which is never the month's rate. */
async function payPounds(
  month: string,
  amount: number,
  more: { kind: string; amount: number; order_item_ids?: string[] }[] = [],
) {
  // Each is recorded at a time of its own, apart from the releases before it.
  app.clock.advance(1_000)
  const total = more.reduce((sum, line) => sum + line.amount, amount)
  const transfer = {
    ...{ marketplace, received_on: '2026-11-19', reference: randomUUID(), amount: total, usd: total },
    lines: [{ kind: 'commissions', month, amount }, ...more],
    confirmed: [`rate ${total} ${total}`],
  }
  const { status, body } = await stage.send('receipts', transfer)
  expect(status, JSON.stringify(body)).toBe(201)
}

describe('sums of a month in another currency (docs/product/payouts.md#what-amazon-has-not-paid)', () => {
  it('are compared, held and borne in it, whatever the rate and the bank say', async () => {
    await stage.report('2026-11-20', { marketplace })
    const first = await earnPounds('2026-08-10', 1_000)
    await payPounds('2026-08', 10)
    // What is missing is known without a rate, and nothing is.
    expect(await stage.monthOf('2026-08')).toMatchObject({
      ...{ currency: 'GBP', stage: 'released', reported: 10, received: 10, missing: 0 },
    })
    await stage.rate('GBP', '2026-08', '1.3')
    await earnPounds('2026-08-10', 1_000, first)
    const late = await earnPounds('2026-08-11', 400)
    expect(await stage.entryOf(late)).toMatchObject({ held: unpaid })
    expect(await stage.entryOf(first)).toMatchObject({ held: null })
    expect(await stage.monthOf('2026-08')).toMatchObject({
      ...{ stage: 'released_orders_held', missing: 4, held: 4, borne: 0 },
    })
    await payPounds('2026-08', 1.5)
    const [hold] = await stage.unpaidOf('2026-08')
    const { body } = await stage.send(`holds/${hold.id}/bear`, { reason: 'Amazon will not' })
    expect(body).toEqual({ borne: 2.5, currency: 'GBP' })
    expect(await stage.monthOf('2026-08')).toMatchObject({
      ...{ currency: 'GBP', stage: 'released_borne', missing: 0, held: 0, borne: 2.5 },
    })
    expect((await stage.read('holds?state=ended')).items[0].ended).toMatchObject({
      borne: { amount: 2.5, currency: 'GBP' },
    })
    const { items } = await stage.read(`months/${marketplace}/2026-08/orders`)
    expect(items).toMatchObject([
      { order_item_id: first, commission: 10, currency: 'GBP' },
      { order_item_id: late, commission: 4, currency: 'GBP' },
    ])
    expect(await stage.verified()).toEqual({})
  })

  it('hold what a deduction names before what came last, until its report takes it back', async () => {
    await stage.rate('GBP', '2026-09', '1.3')
    const taken = await earnPounds('2026-09-02', 300)
    await earnPounds('2026-09-03', 600)
    const last = await earnPounds('2026-09-04', 300)
    await payPounds('2026-09', 12)
    expect(await stage.monthOf('2026-09')).toMatchObject({ stage: 'released' })
    await payPounds('2026-08', 5, [{ kind: 'deduction', amount: -3, order_item_ids: [taken] }])
    const held = await stage.unpaidOf('2026-09')
    expect(held.map(({ order_item_id }: { order_item_id: string }) => order_item_id)).toEqual([taken])
    expect(await stage.entryOf(last)).toMatchObject({ held: null })
    await stage.earn('2026-09-02', 300, { marketplace, id: taken, status: 'returned' })
    expect(await stage.unpaidOf('2026-09')).toEqual([])
    expect(await stage.monthOf('2026-09')).toMatchObject({ stage: 'released', missing: 0 })
    expect(await stage.verified()).toEqual({})
  })
})
