import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { addRun } from '../runs/service.ts'
import { lockKnown } from './ending.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('a run of an import can be added while another transaction holds the import and then adds one too', async () => {
  const context: Context = { db: database.db, clock: systemClock, actor: null }
  const { rows } = await database.pool.query(
    `insert into import_batches (state, marketplace, report_as_of, created_at)
     values ('received', 'us', now(), now()) returning id`,
  )
  const id: string = rows[0].id
  const held = Promise.withResolvers<void>()
  const added = Promise.withResolvers<void>()
  const first = inTransaction(context, async (tx) => {
    await lockKnown(tx, id)
    held.resolve()
    await added.promise
    return addRun(tx, 'merge', id)
  })
  await held.promise
  // With a stronger lock this would wait for the first, and the first then for it.
  const second = await inTransaction(context, (tx) => addRun(tx, 'stage', id))
  added.resolve()
  expect(new Set([await first, second]).size).toBe(2)
})
