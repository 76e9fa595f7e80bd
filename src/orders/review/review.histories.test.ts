import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type ProductRow } from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { matchOrders } from '../matching/service.ts'
import { unwatched } from '../testing/progress.ts'
import { queueOrder, type Review, reviewOf, storeOrder } from '../testing/stage.ts'

let app: TestApp
let admins: Review[]
let products: (ProductRow & { payeeId: string })[]
beforeAll(async () => {
  app = await startTestApp()
  admins = [reviewOf(app, await signUpAdmin(app)), reviewOf(app, await signUpAdmin(app))]
  products = []
  for (let n = 0; n < 2; n++) {
    const person = await insertPerson(app.database.db)
    products.push({ ...(await insertProduct(app.database.db, person)), payeeId: person.payeeId })
  }
})
afterAll(() => app.close())

const matchAll = () =>
  matchOrders(
    { db: app.database.db, clock: app.clock.now, actor: null },
    { reportTimeZone: 'America/Los_Angeles' },
    randomUUID(),
    unwatched,
  )

type Step =
  | { do: 'assign'; admin: number; product: number; isStale: boolean }
  | { do: 'unassign'; admin: number; isStale: boolean }
  | { do: 'match' }
  | { do: 'import' }
type State = { confidence: string; payee: string; isDecided: boolean; version: number } | null

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('assign' as const),
    admin: fc.nat(1),
    product: fc.nat(1),
    isStale: fc.boolean(),
  }),
  fc.record({ do: fc.constant('unassign' as const), admin: fc.nat(1), isStale: fc.boolean() }),
  fc.constant({ do: 'match' as const }),
  fc.constant({ do: 'import' as const }),
)

/** What an order must be credited as after a step, by its state before; the version left out. */
function expected(
  before: State,
  one: Step,
  link: number | null,
): { payee: string; isDecided: boolean } | null {
  const automatic = { payee: link === null ? '' : `${products[link]?.payeeId}`, isDecided: false }
  const isUnchanged = 'isStale' in one && one.isStale
  if (one.do === 'import' || isUnchanged) return before
  if (one.do === 'match') return before?.isDecided ? before : automatic
  if (one.do === 'assign') return { payee: `${products[one.product]?.payeeId}`, isDecided: true }
  if (!before) return null
  return before.isDecided ? automatic : { payee: '', isDecided: true }
}

it('any history of deciding, undoing and matching ends in the last decision (decision 26)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.nat(1)),
      fc.array(step, { minLength: 1, maxLength: 10 }),
      async (link, steps) => {
        const sub_tag = link === null ? null : `${products[link]?.shortLinkId}`
        const id = await storeOrder(app, { sub_tag })
        let state: State = null
        for (const one of steps) {
          const next = await take(id, one, state)
          const wanted = expected(state, one, link)
          expect(next && { payee: next.payee, isDecided: next.isDecided }).toEqual(
            wanted && { payee: wanted.payee, isDecided: wanted.isDecided },
          )
          if (next) {
            const isManual = next.isDecided && next.payee !== ''
            expect(next.confidence).toBe(isManual ? 'manual' : next.payee === '' ? 'unknown' : 'high')
            expect(next.version).toBeGreaterThanOrEqual(state?.version ?? 1)
          }
          state = next
        }
      },
    ),
    randomRuns(15),
  )
})

async function take(id: string, one: Step, state: State): Promise<State> {
  if (one.do === 'match') await matchAll()
  else if (one.do === 'import') await queueOrder(app.database.db, id)
  else {
    const version = one.isStale ? (state?.version ?? 0) + 1 : (state?.version ?? null)
    const review = admins[one.admin] as Review
    // A reason of its own, so that no assignment repeats the last one.
    const reason = `Because ${Math.random()}`
    const answer =
      one.do === 'assign'
        ? await review.assign(id, `${products[one.product]?.shortLinkId}`, version, reason)
        : await review.unassign(id, version, reason)
    const isRefused = one.isStale || (one.do === 'unassign' && !state)
    expect(answer.status).toBe(isRefused ? (one.isStale ? 412 : 409) : 200)
    if (!isRefused) expect(await isQueuedForPosting(id)).toBe(true)
  }
  return stateOf(id)
}

async function isQueuedForPosting(id: string): Promise<boolean> {
  const { rows } = await app.database.pool.query(
    'delete from orders_to_post where order_item_id = $1 returning 1',
    [id],
  )
  return rows.length === 1
}

async function stateOf(id: string): Promise<State> {
  const { rows } = await app.database.pool.query(
    `select confidence, coalesce(payee_id::text, '') as payee, is_decided as "isDecided", version
     from order_matches where order_item_id = $1`,
    [id],
  )
  return rows[0] ?? null
}
