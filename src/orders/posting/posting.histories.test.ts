import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { earningsChecks } from '../../earnings/index.ts'
import { ManualClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { verify } from '../../platform/verification.ts'
import { orderChecks } from '../proof/verify.ts'
import { unwatched } from '../testing/progress.ts'
import { calculate, giveOrder, newOrderId, putOrder } from './testing/orders.ts'

let database: TestDatabase
let people: { person: Person; productId: string }[]
const clock = new ManualClock(new Date('2026-10-01T12:00:00Z'))

beforeAll(async () => {
  database = await createTestDatabase()
  people = []
  for (let n = 0; n < 3; n += 1) {
    const person = await insertPerson(database.db)
    people.push({ person, productId: (await insertProduct(database.db, person)).id })
    // And a second product of the same person.
    people.push({ person, productId: (await insertProduct(database.db, person)).id })
  }
  const fees = [
    [null, 1_500],
    [people[0]?.person.payeeId, 3_333],
  ]
  for (const [payee, bps] of fees)
    await database.pool.query(
      `insert into platform_fees (payee_id, fee_bps, from_day, set_on, set_at, reason)
       values ($1, $2, '2026-09-10', '2026-09-09', now(), 'A test')`,
      [payee, bps],
    )
})
afterAll(() => database.close())

const deps = () => ({ db: database.db, clock: clock.now })
const orders = 5

/** The state of an order as the model knows it. */
type Known = { status: string; cents: number; isWithdrawn: boolean; owner: number | null }

const anOrder = fc.nat(orders - 1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('report' as const),
      order: anOrder,
      status: fc.constantFrom('pending', 'shipped', 'shipped', 'shipped', 'returned', 'cancelled'),
      cents: fc.integer({ min: 0, max: 20_000 }),
      // Before, on and after the day from which another fee counts.
      date: fc.constantFrom('2026-09-09', '2026-09-10', '2026-09-11'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('undo' as const), order: anOrder }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('give' as const), order: anOrder, owner: fc.option(fc.nat(5)) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('calculate' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('calculate twice at once' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('lose the connection' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('pass days' as const), days: fc.integer({ min: 1, max: 60 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Runs the steps, and returns what each order is in the end. */
async function live(ids: string[], steps: Step[]): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  for (const one of steps) {
    if (one.what === 'calculate') await calculate(deps())
    if (one.what === 'calculate twice at once') await calculateTwice()
    if (one.what === 'lose the connection') await calculateUnderKill()
    if (one.what === 'pass days') clock.advance(one.days * 24 * 60 * 60_000)
    if (one.what !== 'report' && one.what !== 'undo' && one.what !== 'give') continue
    const id = ids[one.order] as string
    const order = known.get(id)
    if (one.what === 'report') {
      const { status, cents, date } = one
      await putOrder(database.db, id, { status: status as 'shipped', cents, date })
      known.set(id, { owner: null, ...order, status, cents, isWithdrawn: false })
    } else if (order && one.what === 'undo') {
      await putOrder(database.db, id, { isWithdrawn: true })
      known.set(id, { ...order, isWithdrawn: true })
    } else if (order && one.what === 'give') {
      const owner = one.owner === null ? null : (people[one.owner] ?? null)
      await giveOrder(database.db, id, owner)
      known.set(id, { ...order, owner: one.owner })
    }
  }
  return known
}

/** Two calculators at once, each with its own connections, as in two processes. */
async function calculateTwice() {
  const others = [openDatabase(database.address), openDatabase(database.address)]
  try {
    await Promise.all(others.map(({ db }) => calculate({ db, clock: clock.now })))
  } finally {
    await Promise.all(others.map((other) => other.close()))
  }
}

/** Loses its connection after everything is written and before the commit. */
async function calculateUnderKill() {
  const other = openDatabase(database.address)
  const kill = async ({ db }: { db: TestDatabase['db'] }) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.db)
  }
  const lost = calculate({ db: other.db, clock: clock.now }, { progress: { ...unwatched, step: kill } })
  await lost.catch((error: unknown) => expect(String(error)).toMatch(/Connection|connection|terminat/))
  await other.close()
}

/** The ledger's sums by order and payee, without those that are zero. */
async function sumsOf(ids: string[]) {
  const rows = await database.db
    .selectFrom('earnings_ledger')
    .where('order_item_id', 'in', ids)
    .groupBy(['order_item_id', 'payee_id'])
    .having((of) => of.fn.sum('gross_commission_cents'), '<>', 0)
    .select((of) => ['order_item_id', 'payee_id', of.fn.sum<string>('gross_commission_cents').as('cents')])
    .execute()
  return rows.map((row) => `${row.order_item_id} ${row.payee_id} ${row.cents}`).sort()
}

const modelOf = (known: Map<string, Known>) =>
  [...known]
    .filter(
      ([, order]) =>
        order.status === 'shipped' && !order.isWithdrawn && order.owner !== null && order.cents > 0,
    )
    .map(([id, order]) => `${id} ${people[order.owner ?? 0]?.person.payeeId} ${order.cents}`)
    .sort()

describe('any history of orders (docs/product/ledger.md#posting)', () => {
  it('ends in a ledger that equals what is owed, whatever was calculated when, at once or interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const ids = Array.from({ length: orders }, newOrderId)
        const known = await live(ids, steps)
        await calculate(deps())
        expect(await sumsOf(ids)).toEqual(modelOf(known))
        expect(await calculate(deps())).toEqual({ processed: 0 })
      }),
      randomRuns(12),
    )
    const lines: string[] = []
    const checks = [earningsChecks, orderChecks]
    expect(
      await verify({ ...deps(), actor: null }, checks, (line) => lines.push(line)),
      lines.join('\n'),
    ).toBe(0)
  })
})
