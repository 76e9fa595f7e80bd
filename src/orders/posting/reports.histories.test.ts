import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { earningsChecks } from '../../earnings/index.ts'
import { verify } from '../../platform/verification.ts'
import { undoRun } from '../imports/merge/runs.ts'
import { stagedIn } from '../imports/testing/staged.ts'
import { matchOrders } from '../matching/service.ts'
import { orderChecks } from '../proof/verify.ts'
import { unwatched } from '../testing/progress.ts'
import { calculate, giveOrder, terms } from './testing/orders.ts'

let database: TestDatabase
let world: ReturnType<typeof stagedIn>
let people: { person: Person; product: ProductRow }[]

beforeAll(async () => {
  database = await createTestDatabase()
  world = stagedIn(database)
  people = []
  for (let n = 0; n < 2; n += 1) {
    const person = await insertPerson(database.db)
    people.push({ person, product: await insertProduct(database.db, person) })
  }
})
afterAll(() => database.close())

const nobody = 2
const row = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  day: fc.constantFrom('2026-11-01', '2026-11-02'),
  cents: fc.constantFrom(0, 77, 400, 1_001),
  status: fc.constantFrom('pending', 'shipped', 'shipped', 'shipped', 'cancelled', 'returned'),
  /** The creator through whose link it was bought. */
  buyerOf: fc.nat(nobody),
})
const feeRow = fc.record({
  day: fc.constantFrom('2026-11-05', '2026-11-06'),
  cents: fc.constantFrom(50, 60, 70, -40, -60),
  n: fc.nat(1),
})
const file = fc.oneof(
  fc.record({
    format: fc.constant('folio_csv' as const),
    rows: fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    format: fc.constant('fee_earnings' as const),
    rows: fc.uniqueArray(feeRow, { selector: ({ day, n }) => `${day} ${n}`, minLength: 1, maxLength: 4 }),
  }),
)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('merge' as const), file, hour: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('undo' as const), which: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('match' as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('calculate' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('assign' as const), which: fc.nat(5), to: fc.nat(nobody) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

let histories = 0

/** Runs the steps on orders of their own. */
async function live(steps: Step[]): Promise<void> {
  histories += 1
  const { context } = world
  const merged: string[] = []
  const ids: string[] = []
  for (const one of steps) {
    if (one.what === 'merge') {
      const id = await world.stage(fileOf(one))
      await world.merge(id)
      merged.push(id)
      ids.push(...(await ordersOf(id)))
    } else if (one.what === 'undo') {
      const id = merged[one.which]
      if (!id) continue
      await world.askUndo(id)
      await undoRun(context, id, unwatched)
    } else if (one.what === 'match') await matchOrders(context, terms, randomUUID(), unwatched)
    else if (one.what === 'calculate') await calculate(context)
    else {
      const id = ids[one.which]
      const to = people[one.to]
      if (id) await giveOrder(database.db, id, to ? { person: to.person, productId: to.product.id } : null)
    }
  }
}

/** The orders of an import's rows. A row of a day that another report replaced makes none. */
async function ordersOf(importId: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select o.order_item_id as id
     from order_observations s left join fee_rows r on r.observation_id = s.id
     join amazon_orders o on o.order_item_id = coalesce(r.order_item_id, s.order_item_id)
     where s.batch_id = $1 order by s.line`,
    [importId],
  )
  return rows.map(({ id }) => id)
}

function fileOf({ file: { format, rows }, hour }: Extract<Step, { what: 'merge' }>) {
  const asOf = `2026-11-20T0${hour}:00:00Z`
  // Amazon's own reports of a day replace each other, so each history has a marketplace of its own.
  const marketplace = String.fromCharCode(97 + (histories % 26)).repeat(2)
  if (format === 'fee_earnings')
    return {
      format,
      asOf,
      marketplace,
      rows: rows.map(({ n, day, cents }) => ({
        id: `fee-${marketplace}-${day}-B0C7KQ4T2M-${String(histories).padStart(12, '0')}-${n + 1}`,
        day,
        cents,
        status: cents < 0 ? ('returned' as const) : ('shipped' as const),
      })),
    }
  return {
    asOf,
    own: true,
    rows: rows.map(({ id, buyerOf, ...reported }) => ({
      ...reported,
      id: `${id}-${histories}`,
      subTag: people[buyerOf]?.product.shortLinkId ?? null,
    })),
  }
}

/** What orders are worth to whom, and what the ledger says, each computed by itself. */
async function comparison() {
  const { rows: owed } = await database.pool.query(
    `select order_item_id || ' ' || payee_id || ' ' || commission_cents as line
     from amazon_orders join order_matches using (order_item_id)
     where observation_id is not null and order_status = 'shipped' and payee_id is not null and commission_cents > 0
     order by 1`,
  )
  const { rows: posted } = await database.pool.query(
    `select order_item_id || ' ' || payee_id || ' ' || sum(gross_commission_cents) as line from earnings_ledger
     group by order_item_id, payee_id having sum(gross_commission_cents) <> 0 order by 1`,
  )
  return { owed, posted }
}

describe('reports, matches and the ledger together (decision 27)', () => {
  it('agree and pass verify after any history of imports, undos, matching and assigning', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await live(steps)
        await matchOrders(world.context, terms, randomUUID(), unwatched)
        await calculate(world.context)
        const { owed, posted } = await comparison()
        expect(posted).toEqual(owed)
        const lines: string[] = []
        const failed = await verify(world.context, [earningsChecks, orderChecks], (line) => lines.push(line))
        expect(failed, lines.join('\n')).toBe(0)
        expect(await calculate(world.context)).toEqual({ processed: 0 })
      }),
      randomRuns(10),
    )
    // The histories did post something.
    const rows = await database.db.selectFrom('earnings_ledger').select('id').execute()
    expect(rows.length).toBeGreaterThan(0)
  })
})
