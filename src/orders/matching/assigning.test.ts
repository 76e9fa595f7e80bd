import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { untilWaitingForLock } from '../../clicks/testing/locks.ts'
import type { Context } from '../../platform/context.ts'
import { assignOrder } from '../review/assignment.ts'
import { unwatched } from '../testing/progress.ts'
import {
  insertClick,
  insertWaiting,
  match,
  matcher,
  matchOf,
  newAsin,
  queued,
  reportTimeZone,
} from './testing/orders.ts'

let database: TestDatabase
let ana: Person
let ben: Person
let admin: Context

beforeAll(async () => {
  database = await createTestDatabase()
  ana = await insertPerson(database.db)
  ben = await insertPerson(database.db)
  // Neither of them: no admin decides what pays them.
  const { userId } = await insertPerson(database.db)
  admin = { ...matcher(database.db), actor: { userId, sessionId: '', role: 'admin' } }
})
beforeEach(() => database.pool.query('delete from orders_to_match; delete from orders_to_post'))
afterAll(() => database.close())

/** Orders that are Ana’s by their presses, and a short link of Ben’s that an admin credits them to. */
async function stage(orders: number) {
  const asin = newAsin()
  const product = await insertProduct(database.db, ana, { asin })
  const { shortLinkId } = await insertProduct(database.db, ben)
  await insertClick(database.db, product.id, '2026-07-19T18:00:00Z', { kind: 'outbound' })
  const ids = await Promise.all(Array.from({ length: orders }, () => insertWaiting(database.db, { asin })))
  const assign = (id: string, context = admin) =>
    assignOrder(context, { reportTimeZone, aloneCents: 1e9 }, id, {
      product_ref: shortLinkId,
      reason: 'She asked',
      version: null,
    })
  return { ids: ids.sort(), assign }
}

const decidedByHand = {
  confidence: 'manual',
  payee_id: expect.any(String),
  reason: 'She asked',
  is_decided: true,
  version: 1,
}

describe('An order assigned by hand while orders are matched (docs/product/matching.md#by-hand)', () => {
  it('is left alone when the admin was first and the matcher waited', async () => {
    const { ids, assign } = await stage(3)
    const id = ids[1] as string
    const assigned = Promise.withResolvers<void>()
    const proceed = Promise.withResolvers<void>()
    const assigning = database.db.transaction().execute(async (tx) => {
      await assign(id, { ...admin, db: tx })
      assigned.resolve()
      await proceed.promise
    })
    await Promise.race([assigned.promise, assigning])
    const matching = match(database.db)
    await untilWaitingForLock(database)
    proceed.resolve()
    await assigning
    expect(await matching).toMatchObject({ total: 2, matched: 2 })
    expect(await matchOf(database.db, id)).toMatchObject({ ...decidedByHand, payee_id: ben.payeeId })
    expect(await queued(database.db, 'orders_to_match')).toEqual([])
  })

  it('is not decided twice when the matcher was first: the admin has not seen the new match', async () => {
    const { ids, assign } = await stage(1)
    const id = ids[0] as string
    let assigning: Promise<unknown> | undefined
    const step = async () => {
      assigning ??= assign(id).catch((error: unknown) => error)
      await untilWaitingForLock(database)
    }
    await match(database.db, { progress: { ...unwatched, step } })
    expect(await assigning).toMatchObject({ code: 'version_mismatch' })
    expect(await matchOf(database.db, id)).toMatchObject({ confidence: 'high', payee_id: ana.payeeId })
  })

  it('is the same among many orders, whichever comes first', async () => {
    const { ids, assign } = await stage(60)
    const answers: (string | undefined)[] = []
    // One after the other, as acts on money take turns (decision 104).
    const assignSome = async () => {
      for (const id of ids.filter((_, i) => i % 2 === 0))
        answers.push(
          await assign(id).then(
            () => id,
            () => undefined,
          ),
        )
    }
    await Promise.all([match(database.db, { firstStep: 7 }), assignSome()])
    const assigned = new Set(answers)
    const stored = await Promise.all(ids.map((id) => matchOf(database.db, id)))
    for (const row of stored)
      expect(row).toMatchObject(
        assigned.has(row?.order_item_id)
          ? { ...decidedByHand, payee_id: ben.payeeId }
          : { confidence: 'high', payee_id: ana.payeeId, is_decided: false },
      )
  })
})

describe('A pass that ends early (docs/product/reports.md#runs)', () => {
  it('has committed its steps, and the next pass continues with the rest', async () => {
    const { ids } = await stage(10)
    const stop = new Error('stop')
    let steps = 0
    const step = async () => {
      steps += 1
      if (steps === 3) throw stop
    }
    await expect(match(database.db, { progress: { ...unwatched, step }, firstStep: 2 })).rejects.toBe(stop)
    // Two, then four at most; the next ones were rolled back.
    const left = await queued(database.db, 'orders_to_match')
    expect(left.length).toBeGreaterThan(3)
    expect(left).toEqual(ids.slice(-left.length))
    expect(await match(database.db)).toMatchObject({ total: left.length, matched: left.length })
    const stored = await Promise.all(ids.map((id) => matchOf(database.db, id)))
    expect(stored.map((row) => row?.version)).toEqual(ids.map(() => 1))
    expect(await queued(database.db, 'orders_to_post')).toEqual(ids)
  })

  it('leaves no copy of clicks behind', async () => {
    await stage(3)
    const step = () => Promise.reject(new Error('stop'))
    await expect(match(database.db, { progress: { ...unwatched, step }, copyFrom: 1 })).rejects.toThrow(
      'stop',
    )
    await match(database.db, { copyFrom: 1 })
    const copies = await database.pool.query(`select from pg_class where relname = 'matching_clicks'`)
    expect(copies.rowCount).toBe(0)
  })
})
