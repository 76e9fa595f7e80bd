import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { balancesOf, noteReleaseRule } from '../../earnings/index.ts'
import { ManualClock } from '../../platform/clock.ts'
import { options, type ReleaseStage, setReleaseStage } from './testing/stage.ts'

let app: TestApp
let stage: ReleaseStage
// By receipts from August on.
beforeAll(async () => {
  app = await startTestApp({
    clock: new ManualClock(new Date('2026-07-15T12:00:00Z')),
    env: { EARNINGS_RELEASE: 'receipt' },
  })
  stage = await setReleaseStage(app)
})
afterAll(() => app.close())

type Order = { id: string; month: string; cents: number; isNobodys: boolean }
type Month = {
  orders: Order[]
  receipts: { id: string; cents: number }[]
  borne: number
  isReleased: boolean
}
const sumOf = (some: { cents: number }[]) => some.reduce((sum, { cents }) => sum + cents, 0)

/** What is known of months by what was done, apart from the app. */
function knowMonths() {
  const months = new Map<string, Month>()
  const of = (month: string): Month => {
    const found = months.get(month) ?? { orders: [], receipts: [], borne: 0, isReleased: false }
    months.set(month, found)
    return found
  }
  const missingOf = (month: string) => {
    const { orders, receipts, borne } = of(month)
    return Math.max(0, sumOf(orders) - sumOf(receipts) - borne)
  }
  return { months, of, missingOf }
}

describe('sums of months (docs/product/payouts.md#releases)', () => {
  it('free what Amazon has paid and hold the rest, whatever comes in whatever order; nothing posted is taken back', async () => {
    const step = fc.record({
      does: fc.constantFrom(
        ...([
          'earn',
          'earn',
          'change',
          'pay',
          'pay',
          'reverse',
          'release',
          'bear',
          'setting',
          'next month',
        ] as const),
      ),
      cents: fc.integer({ min: 1, max: 1_000 }),
      back: fc.nat(3),
      nth: fc.nat(20),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        // Limits count by the machine's time, in which many histories are a moment.
        await app.database.db.deleteFrom('rate_limits').execute()
        await stage.anotherCreator()
        // Months of their own, which no other history has touched.
        const day = app.clock.now()
        await stage.goTo(
          new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 5, 3)).toISOString().slice(0, 10),
        )
        let setting: 'calendar' | 'receipt' = 'receipt'
        const rules: { from: string; rule: string }[] = []
        const { months, of, missingOf } = knowMonths()
        const monthBack = (back: number) => {
          const now = app.clock.now()
          return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
            .toISOString()
            .slice(0, 7)
        }
        const ruleOf = (month: string) => rules.findLast(({ from }) => from <= month)?.rule ?? 'receipt'
        await stage.report(`${monthBack(0)}-02`)
        let before = new Set<string>()
        for (const { does, cents, back, nth } of steps) {
          const month = monthBack(back)
          const found = of(month)
          const isOver = back > 0
          if (does === 'earn') {
            const isNobodys = nth % 5 === 0
            const id = await stage.earn(`${month}-01`, cents * 5, { isNobodys })
            found.orders.push({ id, month, cents: cents * 5, isNobodys })
          } else if (does === 'change' && found.orders.length > 0) {
            const [order] = found.orders.splice(nth % found.orders.length, 1)
            const isReturned = nth % 2 === 0
            const { id = '', isNobodys = false } = order ?? {}
            await stage.earn(`${month}-01`, cents * 5, {
              ...{ id, isNobodys, status: isReturned ? 'returned' : 'shipped' },
            })
            if (!isReturned) found.orders.push({ id, month, cents: cents * 5, isNobodys })
          } else if (does === 'pay' && isOver) {
            // Often exactly what is missing.
            const amount = nth % 2 === 0 ? Math.max(5, missingOf(month)) : cents * 5
            const { status, body } = await stage.pay(month, amount / 100)
            expect(status).toBe(201)
            found.receipts.push({ id: body.id, cents: amount })
          } else if (does === 'reverse' && found.receipts.length > 0) {
            const gone = found.receipts.splice(nth % found.receipts.length, 1)
            expect((await stage.reverse(`${gone[0]?.id}`)).status).toBe(200)
          } else if (does === 'release') {
            const missing = missingOf(month)
            const reason = 'x'
            const how =
              missing === 0
                ? { how: 'paid_in_full' }
                : nth % 2 === 0
                  ? { how: 'platform', reason }
                  : { how: 'orders_held', order_item_ids: found.orders.map(({ id }) => id), reason }
            const isAllowed = isOver && ruleOf(month) === 'receipt' && !found.isReleased
            expect((await stage.release(month, how)).status === 200).toBe(isAllowed)
            if (isAllowed) found.isReleased = true
            if (isAllowed && how.how === 'platform') found.borne += missing
          } else if (does === 'bear') {
            const holds = await stage.unpaidOf(month)
            const hold = holds[nth % Math.max(holds.length, 1)]
            if (hold) {
              const { status, body } = await stage.send(`holds/${hold.id}/bear`, { reason: 'x' })
              expect(status).toBe(200)
              found.borne += Math.round(body.borne * 100)
            }
          } else if (does === 'setting') {
            setting = setting === 'calendar' ? 'receipt' : 'calendar'
            await noteReleaseRule(stage.context(), { release: setting, ...options })
            rules.push({ from: monthBack(-1), rule: setting })
          } else if (does === 'next month') {
            await stage.goTo(`${monthBack(-1)}-03`)
            await stage.report(`${monthBack(0)}-02`)
          }
          for (const [name, one] of months) {
            const isPaid = one.orders.length > 0 && sumOf(one.receipts) >= sumOf(one.orders)
            if (ruleOf(name) === 'receipt' && name < monthBack(0) && isPaid) one.isReleased = true
          }
          await check()
        }
        async function check() {
          const items: { id: string; order_item_id: string; status: string; held: string | null }[] =
            await stage.entriesOf()
          const posted = new Set(items.flatMap(({ id, status }) => (status === 'posted' ? [id] : [])))
          expect([...before].filter((id) => !posted.has(id))).toEqual([])
          before = posted
          const today = app.clock.now().toISOString().slice(0, 10)
          const isPosted = (month: string) => {
            if (ruleOf(month) === 'receipt') return of(month).isReleased
            const end = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 60))
            return end.toISOString().slice(0, 10) <= today
          }
          const all = [...months.values()].flatMap(({ orders }) => orders)
          const share = (some: Order[]) =>
            some.reduce((sum, order) => sum + (order.isNobodys ? 0 : (order.cents * 4) / 5), 0)
          const heldIds = new Set<string>()
          for (const [name, { orders, isReleased }] of months) {
            const ids = (await stage.unpaidOf(name)).map(
              ({ order_item_id }: { order_item_id: string }) => order_item_id,
            )
            for (const id of ids) heldIds.add(id)
            const held = orders.filter(({ id }) => ids.includes(id))
            // Enough is held, no order more, and nothing of months that are not released.
            const missing = isReleased ? missingOf(name) : 0
            expect(sumOf(held), name).toBeGreaterThanOrEqual(missing)
            for (const { cents } of held) expect(sumOf(held) - cents).toBeLessThan(missing)
            expect(ids).toHaveLength(held.length)
          }
          const balance = (await balancesOf(stage.context(), [stage.ana().payeeId], options)).get(
            stage.ana().payeeId,
          )
          expect(balance).toMatchObject({
            posted: share(all.filter(({ month }) => isPosted(month))),
            pending: share(all.filter(({ month }) => !isPosted(month))),
            held: share(all.filter(({ id }) => heldIds.has(id))),
          })
        }
        await noteReleaseRule(stage.context(), { release: 'receipt', ...options })
        expect(await stage.verified()).toEqual({})
      }),
      randomRuns(6),
    )
  })
})
