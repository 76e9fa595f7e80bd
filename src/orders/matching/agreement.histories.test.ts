import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, type Person } from '../../../tests/harness/factories.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { verdicts } from './rules.ts'
import { type MatchableOrder, matchOrder, type Verdict } from './testing/matcher.ts'
import { match, matchOf, queue, queued, reportTimeZone } from './testing/orders.ts'
import { history, makeWorld } from './testing/worlds.ts'

let database: TestDatabase
let creators: Person[]

beforeAll(async () => {
  database = await createTestDatabase()
  creators = [
    await insertPerson(database.db),
    await insertPerson(database.db),
    await insertPerson(database.db),
  ]
  // Clicks of some of these months have a partition; all others are in the default partition.
  await database.pool.query(
    `select ensure_clicks_partition(d::date) from unnest('{2026-03-01, 2026-08-01}'::text[]) d`,
  )
})
afterAll(() => database.close())

describe('The matching of many orders in the database (decision 25)', () => {
  it('agrees with the rules for each order alone, wherever clicks are looked up and however orders are divided', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 8 }), async (histories) => {
        const worlds = await Promise.all(
          histories.map((history) => makeWorld(database.db, creators, history)),
        )
        const orders = worlds.flatMap((made) => made.orders)
        const expected = worlds.flatMap(({ world, orders }) =>
          orders.map(({ order }) => storedOf(matchOrder(order, world, reportTimeZone), order)),
        )
        const stored = () => Promise.all(orders.map(({ id }) => matchOf(database.db, id)))

        const results = await match(database.db)
        expect(await stored()).toEqual(expected.map((verdict) => expect.objectContaining(verdict)))
        expect(results).toEqual(countsOf(expected))

        // Again, in the other way: nothing changes.
        const before = await stored()
        for (const { id } of orders) await queue(database.db, id)
        expect(await match(database.db, { copyFrom: 1, firstStep: 3 })).toEqual(results)
        expect(await stored()).toEqual(before)
        expect(await queued(database.db, 'orders_to_match')).toEqual([])
      }),
      randomRuns(6),
    )
  })
})

/** A match as it is stored. */
function storedOf(verdict: Verdict, order: MatchableOrder) {
  const { rule, confidence, reason } = verdicts[verdict.cause]
  const evidence = {
    rule,
    creators: verdict.creators,
    sides:
      verdict.sides?.map(({ payeeId, productId, networks, inCart }) => ({
        payee_id: payeeId,
        product_id: productId,
        networks,
        ...(inCart && { in_cart: true }),
      })) ?? null,
    product_id: verdict.productId,
    short_link_id: verdict.shortLinkId,
    tracking_id: verdict.cause === 'tracking_id' ? order.trackingId?.toLowerCase() : null,
    click_kind: verdict.click?.kind ?? null,
    clicked_at: verdict.click?.clickedAt.toISOString() ?? null,
  }
  return {
    confidence,
    reason,
    payee_id: verdict.payeeId,
    product_id: verdict.productId,
    short_link_id: verdict.shortLinkId,
    evidence: Object.fromEntries(Object.entries(evidence).filter(([, value]) => value !== null)),
    order_date: order.orderDate,
    review: verdict.review,
    is_decided: false,
    version: 1,
  }
}

function countsOf(all: { confidence: string; review: string | null }[]) {
  const count = (confidence: string) => all.filter((one) => one.confidence === confidence).length
  const [high, medium, unknown] = [count('high'), count('medium'), count('unknown')]
  return {
    total: all.length,
    matched: high + medium,
    high_confidence: high,
    medium_confidence: medium,
    no_match: unknown,
    review: all.filter(({ review }) => review !== null).length,
    evidence_disagrees: 0,
    waiting: all.length,
    left_alone: 0,
    timed_out: 0,
  }
}
