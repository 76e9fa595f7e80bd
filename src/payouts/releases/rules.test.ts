import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { isToRelease, lastDayOf, missingOf, paymentOf, planHolds, stageOf } from './rules.ts'

const sumOf = (orders: { amount: number }[]) => orders.reduce((sum, { amount }) => sum + amount, 0)

describe('what is held of a month (docs/product/payouts.md#releases)', () => {
  it.each([
    ['nothing is missing', 0, [5, 3], [9], { hold: [], letGo: ['h0', 'h1'] }],
    ['the oldest that the money covers goes first', 3, [5, 3], [], { hold: [], letGo: ['h0'] }],
    ['one that it does not cover waits, and a smaller one goes', 8, [8, 3], [], { hold: [], letGo: ['h1'] }],
    ['what is worth nothing any more goes', 5, [0, 5], [], { hold: [], letGo: ['h0'] }],
    ['the first that could be held are', 4, [], [3, 2, 9], { hold: ['o0', 'o1'], letGo: [] }],
    ['one that the others make needless is not', 8, [], [3, 8], { hold: ['o1'], letGo: [] }],
  ])('%s', (_, missing, held, others, expected) => {
    const named = (amounts: number[], name: string) =>
      amounts.map((amount, n) => ({ id: `${name}${n}`, amount }))
    expect(planHolds(missing, named(held, 'h'), named(others, 'o'))).toEqual(expected)
  })

  it('comes to what is missing, to no more than that needs, and stays so', () => {
    const orders = (name: string) =>
      fc
        .array(fc.integer({ min: 0, max: 20 }), { maxLength: 8 })
        .map((amounts) => amounts.map((amount, n) => ({ id: `${name}${n}`, amount })))
    fc.assert(
      fc.property(fc.nat(60), orders('h'), orders('o'), (missing, held, others) => {
        const { hold, letGo } = planHolds(missing, held, others)
        const after = [
          ...held.filter(({ id }) => !letGo.includes(id)),
          ...others.filter(({ id }) => hold.includes(id)),
        ]
        const sum = sumOf(after)
        expect(sum).toBeGreaterThanOrEqual(Math.min(missing, sumOf(held) + sumOf(others)))
        for (const { amount } of after) expect(sum - amount).toBeLessThan(missing)
        const rest = others.filter(({ id }) => !hold.includes(id))
        if (sum >= missing) expect(planHolds(missing, after, rest)).toEqual({ hold: [], letGo: [] })
      }),
      randomRuns(400),
    )
  })
})

describe('how far a month is (docs/product/payouts.md#releases)', () => {
  it('never says both less than reported and paid in full, and is released by itself only once all is known', () => {
    const cents = fc.integer({ min: 0, max: 3 })
    const facts = fc.record({
      ...{ reported: cents, received: cents, borne: cents, unrated: fc.nat(1) },
      ...{ isOver: fc.boolean(), isReleased: fc.boolean(), isReported: fc.boolean() },
      rule: fc.constantFrom('calendar' as const, 'receipt' as const),
    })
    fc.assert(
      fc.property(facts, (month) => {
        const [payment, stage] = [paymentOf(month), stageOf(month)]
        const isLess = payment === 'less' || payment === 'none'
        expect(isLess).toBe(month.received < month.reported)
        if (isLess)
          expect(['released', 'awaits_report', 'awaits_rate', 'awaits_release']).not.toContain(stage)
        else expect(['unpaid', 'released_orders_held', 'released_borne']).not.toContain(stage)
        expect(stage === 'released_orders_held').toBe(
          month.rule === 'receipt' && month.isReleased && missingOf(month) > 0,
        )
        const { reported, received, isOver, isReleased, isReported, unrated, rule } = month
        expect(isToRelease(month)).toBe(
          rule === 'receipt' &&
            isOver &&
            !isReleased &&
            isReported &&
            unrated === 0 &&
            reported > 0 &&
            received >= reported,
        )
      }),
      randomRuns(400),
    )
  })

  it('knows the last day of a month', () => {
    expect(['2026-02', '2028-02', '2026-12'].map(lastDayOf)).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-12-31',
    ])
  })
})
