import { hash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { TestDatabase } from '../../../../tests/harness/database.ts'
import { insertProduct, type Person, type ProductRow } from '../../../../tests/harness/factories.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { calculate } from '../../posting/testing/orders.ts'
import { insertClick, insertWaiting, match, matchOf, newAsin } from './orders.ts'

/** The day of a history in the reports' time zone, and the time after which no more clicks of it come. */
export const day = '2026-07-19'
const dayBegins = Date.parse('2026-07-19T07:00:00Z')
export const dayEnds = Date.parse('2026-07-20T07:00:00Z')
const longOver = dayEnds + 86_400_000

const minutes = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((count) => count * 60_000)
const around = fc.oneof(minutes(-30 * 60, 0), minutes(0, 24 * 60), minutes(24 * 60 - 12, 24 * 60 + 30))
/** How long after its own time a click is committed. */
const lagMs = fc.integer({ min: 0, max: 60_000 })

const visit = fc.record({
  product: fc.nat(3),
  atMs: around,
  lagMs,
  network: fc.nat(6),
  visitor: fc.nat(4),
  outcome: fc.constantFrom('counted', 'counted', 'counted', 'repeat', 'owner', 'bot'),
  /** How long after the view the press came; negative where the view was written down late. */
  press: fc.option(fc.record({ afterMs: minutes(-4, 20), lagMs })),
})
const order = fc.record({
  arrivesMs: fc.oneof(minutes(0, 24 * 60), minutes(24 * 60, 30 * 60)),
  hasClock: fc.constantFrom(false, false, true),
  clockMs: minutes(0, 24 * 60 - 1),
})
/** The visits around one day, and the purchases on it. */
export const dayOfClicks = fc.record({
  visits: fc.array(visit, { maxLength: 12 }),
  orders: fc.array(order, { minLength: 1, maxLength: 3 }),
})
type DayOfClicks = typeof dayOfClicks extends fc.Arbitrary<infer T> ? T : never

const run = fc.record({
  atMs: fc.oneof(minutes(0, 24 * 60), minutes(24 * 60 - 12, 24 * 60 + 30), minutes(24 * 60, 30 * 60)),
  what: fc.constantFrom('match', 'calculate', 'both', 'both') as fc.Arbitrary<'match' | 'calculate' | 'both'>,
})
export type RunAt = { atMs: number; what: 'match' | 'calculate' | 'both' }
/** When matching and calculation ran; both run once more at the end. */
export const someRuns = fc.array(run, { maxLength: 6 })

/** Plays a day with runs in between, and returns the result with names in position of random ids. */
export async function liveDay(
  database: TestDatabase,
  creators: Person[],
  { visits, orders }: DayOfClicks,
  runs: RunAt[],
) {
  const { db } = database
  const asin = newAsin()
  // The first creator has two.
  const owners = [0, 1, 2, 0].map((which) => creators[which] as Person)
  const products: ProductRow[] = []
  for (const owner of owners) products.push(await insertProduct(db, owner, { asin }))
  const ids: string[] = []
  const world = randomUUID()
  const hashOf = (what: string, bytes: number) =>
    hash('sha256', `${world} ${what}`, 'buffer').subarray(0, bytes)

  const happenings: { atMs: number; happen: () => Promise<unknown> }[] = []
  visits.forEach(({ product, network, visitor, outcome, press, ...view }, n) => {
    const eventId = randomUUID()
    const click = (kind: 'view' | 'outbound', atMs: number, lag: number) => ({
      atMs: dayBegins + atMs + lag,
      happen: () =>
        insertClick(db, `${products[product]?.id}`, new Date(dayBegins + atMs), {
          // In the order of time.
          id: `00000000-0000-7000-8000-${String(2 * n + (kind === 'view' ? 0 : 1)).padStart(4, '0')}${world.slice(-8)}`,
          kind,
          outcome,
          visitor: hashOf(`visitor ${visitor}`, 32),
          network: hashOf(`network ${network}`, 16),
          view_event_id: eventId,
        }),
    })
    happenings.push(click('view', view.atMs, view.lagMs))
    if (press) happenings.push(click('outbound', view.atMs + press.afterMs, press.lagMs))
  })
  for (const { arrivesMs, hasClock, clockMs } of orders)
    happenings.push({
      atMs: dayBegins + arrivesMs,
      happen: async () => {
        const ordered_at = hasClock ? new Date(dayBegins + clockMs) : null
        ids.push(await insertWaiting(db, { asin, order_date: day, ordered_at }))
      },
    })
  for (const { atMs, what } of [...runs, { atMs: longOver - dayBegins, what: 'both' as const }]) {
    const now = new Date(dayBegins + atMs)
    happenings.push({
      atMs: +now,
      happen: async () => {
        if (what !== 'calculate') await match(db, { now })
        if (what !== 'match') await calculate({ db, clock: new ManualClock(now).now })
      },
    })
  }
  for (const { happen } of happenings.toSorted((one, other) => one.atMs - other.atMs)) await happen()

  const named = new Map([
    ...creators.map(({ payeeId }, n) => [payeeId, `creator ${n}`]),
    ...products.flatMap(({ id, shortLinkId }, n) => [
      [id, `product ${n}`],
      [shortLinkId, `link ${n}`],
    ]),
  ] as [string, string][])
  const withNames = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null), (_, one) =>
      typeof one === 'string' ? (named.get(one) ?? one) : one,
    )
  return {
    ids,
    outcome: withNames({
      matches: (await Promise.all(ids.map((id) => matchOf(db, id)))).map((row) => ({
        ...row,
        order_item_id: null,
        matched_at: null,
        version: null,
        // Sides are sorted by ids, which are random.
        evidence: sorted(withNames(row?.evidence)),
      })),
      money: (await centsOf(database, ids)).map(({ payee_id, ...cents }) => ({
        payee: withNames(payee_id),
        ...cents,
      })),
    }),
  }
}

const sorted = (evidence: { sides?: object[] }) =>
  evidence?.sides
    ? { ...evidence, sides: evidence.sides.map((side) => JSON.stringify(side)).sort() }
    : evidence

/** What orders come to for each payee, and whether that is under review; zeros are left out. */
async function centsOf({ pool }: TestDatabase, ids: string[]) {
  const { rows } = await pool.query<{
    payee_id: string
    position: number
    cents: number
    is_under_review: boolean
  }>(
    `select payee_id, array_position($1, order_item_id)::int as position, sum(user_amount_cents)::int as cents,
       under_review(payee_id, order_item_id) is not null as is_under_review
     from earnings_ledger where order_item_id = any ($1) group by payee_id, order_item_id
     having sum(gross_commission_cents) <> 0 order by 2, 3`,
    [ids],
  )
  return rows
}
