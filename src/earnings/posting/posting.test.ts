import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertOrder, insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { insertRun } from '../../orders/posting/testing/orders.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { DB } from '../../platform/database/schema.ts'
import { verify } from '../../platform/verification.ts'
import { noteFirstFee } from '../fees/service.ts'
import { earningsChecks } from '../proof/verify.ts'
import type { Owed } from './rules.ts'
import { postOwed } from './service.ts'

let database: TestDatabase
let people: { person: Person; productId: string }[]
const clock = new ManualClock(new Date('2026-10-01T12:00:00Z'))

beforeAll(async () => {
  database = await createTestDatabase()
  await noteFirstFee(context(database.db), { feeBps: 2_000 })
  people = []
  for (let n = 0; n < 6; n += 1) {
    const person = await insertPerson(database.db)
    people.push({ person, productId: (await insertProduct(database.db, person)).id })
  }
})
afterAll(() => database.close())

const context = (db: Kysely<DB>) => ({ db, clock: clock.now, actor: null })

/** An order for which a person is owed a dollar. */
async function owedTo(n: number): Promise<Owed> {
  const { id } = await insertOrder(database.db, { id: randomUUID() })
  const { person, productId } = people[n] as (typeof people)[number]
  return {
    orderItemId: id,
    marketplace: 'us',
    feeDay: '2026-09-10',
    payeeId: person.payeeId,
    productId,
    months: [{ month: '2026-09', cents: 100 }],
    isReturned: false,
    review: null,
    why: { rule: 'sub_tag', evidence: {}, observationId: null, reason: 'The sub tag is a short link.' },
  }
}

const post = (db: Kysely<DB>, runId: string, owed: Owed[]) =>
  postOwed(context(db), { runId, holdDays: 60, today: '2026-10-01' }, owed)

const placesOf = (n: number) =>
  database.db
    .selectFrom('earnings_ledger')
    .where('payee_id', '=', people[n]?.person.payeeId as string)
    .orderBy('sequence')
    .select(['sequence', 'order_item_id'])
    .execute()

/** Resolves when a statement waits for another transaction. */
const someoneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
      return rows.length
    })
    .toBeGreaterThan(0)

describe('postOwed (docs/product/ledger.md#posting)', () => {
  it('makes those who write one chain take turns', async () => {
    const runId = await insertRun(database.db)
    const [one, other] = [await owedTo(0), await owedTo(0)]
    // Opened before, so that they do not wait for the run's own row.
    await post(database.db, runId, [await owedTo(0)])
    let second: Promise<unknown> = Promise.resolve()
    await database.db.transaction().execute(async (tx) => {
      await post(tx, runId, [one])
      second = database.db.transaction().execute((db) => post(db, runId, [other]))
      await someoneWaits()
      expect(await placesOf(0)).toHaveLength(1)
    })
    await second
    expect((await placesOf(0)).slice(1)).toEqual([
      { sequence: 2, order_item_id: one.orderItemId },
      { sequence: 3, order_item_id: other.orderItemId },
    ])
  })

  it('locks chains in one order, so that many at once never wait for each other', async () => {
    const owed = await Promise.all(Array.from({ length: 60 }, (_, i) => owedTo(i % people.length)))
    const runIds = await Promise.all([1, 2, 3, 4, 5].map(() => insertRun(database.db)))
    // Each caller has an order of every payee, in a different order.
    await Promise.all(
      runIds.map((runId, i) => {
        const mine = owed.filter((_, n) => Math.floor(n / people.length) % runIds.length === i)
        const turned = i % 2 === 0 ? mine : mine.toReversed()
        return database.db.transaction().execute((tx) => post(tx, runId, turned))
      }),
    )
    const lines: string[] = []
    const failed = await verify(context(database.db), [earningsChecks], (line) => lines.push(line))
    expect(failed, lines.join('\n')).toBe(0)
  })

  it('posts an order once, whoever else posts it at the same time', async () => {
    const owed = await owedTo(1)
    const runId = await insertRun(database.db)
    const lockAndPost = () =>
      database.db.transaction().execute(async (tx) => {
        await sql`select from amazon_orders where order_item_id = ${owed.orderItemId} for no key update`.execute(
          tx,
        )
        return post(tx, runId, [owed])
      })
    const posted = await Promise.all([lockAndPost(), lockAndPost(), lockAndPost()])
    expect(posted.map((one) => one.posted.size).sort()).toEqual([0, 0, 1])
    // Even a caller without the order's lock cannot: the second collides with the first.
    const other = await owedTo(1)
    const unlocked = await Promise.allSettled([1, 2].map(() => post(database.db, runId, [other])))
    const rows = await database.db
      .selectFrom('earnings_ledger')
      .where('order_item_id', '=', other.orderItemId)
      .select('pair_sequence')
      .execute()
    expect(rows).toEqual([{ pair_sequence: 1 }])
    for (const one of unlocked)
      if (one.status === 'rejected')
        expect(String(one.reason)).toMatch(/earnings_ledger_order_item_id_payee_id_pair/)
  })

  it('names the orders for which it posted something', async () => {
    const runId = await insertRun(database.db)
    const moved = await owedTo(2)
    const still = await owedTo(3)
    expect(await post(database.db, runId, [moved, still])).toEqual({
      posted: new Set([moved.orderItemId, still.orderItemId]),
    })
    const { person, productId } = people[4] as (typeof people)[number]
    const given = { ...moved, payeeId: person.payeeId, productId }
    expect(await post(database.db, runId, [given, still])).toEqual({ posted: new Set([given.orderItemId]) })
    expect(await post(database.db, runId, [])).toEqual({ posted: new Set() })
  })
})
