import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { insertPerson } from '../../tests/harness/factories.ts'
import { ManualClock } from './clock.ts'
import type { Context } from './context.ts'
import { once } from './idempotency.ts'

let database: TestDatabase
let context: Context
const clock = new ManualClock(new Date())

beforeAll(async () => {
  database = await createTestDatabase()
  const { userId } = await insertPerson(database.db)
  context = { db: database.db, clock: clock.now, actor: { userId, sessionId: '', role: 'user' } }
  await database.owner.pool.query('create table things (id int generated always as identity primary key)')
})
afterAll(() => database.close())

const request = (name: string, sent: unknown = 'a thing') => ({
  key: { call: 'POST /things', key: `key-of-${name}` },
  sent,
})
const makeThing = async ({ db }: Context) => {
  const { rows } = await sql<{ id: number }>`insert into things default values returning id`.execute(db)
  return { id: rows[0]?.id }
}
const things = async () => (await database.owner.pool.query('select id from things')).rows.length

it('makes nothing, and binds no key, when its process is killed just before the commit', async () => {
  const killed = once(context, request('killed'), async (tx) => {
    await makeThing(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
    await database.owner.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    return {}
  })
  await expect(killed).rejects.toThrow()
  expect(await things()).toBe(0)
  const made = await once(context, request('killed'), makeThing)
  expect(await once(context, request('killed'), makeThing)).toEqual(made)
  expect(await things()).toBe(1)
})

it('lets a second request wait for the first, and do the work where that fails', async () => {
  const before = await things()
  const begun = Promise.withResolvers<void>()
  const failing = Promise.withResolvers<void>()
  const first = once(context, request('waiting'), async (tx) => {
    await makeThing(tx)
    begun.resolve()
    await failing.promise
    throw new Error('it cannot be made')
  })
  await begun.promise
  const second = once(context, request('waiting'), makeThing)
  failing.resolve()
  await expect(first).rejects.toThrow('it cannot be made')
  expect(await second).toEqual({ id: expect.any(Number) })
  expect(await things()).toBe(before + 1)
})

it('refuses another request under the key of one that is under way, as soon as that is over', async () => {
  const [one, other] = await Promise.allSettled([
    once(context, request('other', 'a thing'), makeThing),
    once(context, request('other', 'another'), makeThing),
  ])
  expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
  const refused = one.status === 'rejected' ? one : other
  expect(refused).toMatchObject({ reason: { code: 'idempotency_key_reused', status: 422 } })
})

it('is refused to somebody whose account has just been deleted', async () => {
  const nobody = { ...context, actor: { userId: crypto.randomUUID(), sessionId: '', role: 'user' as const } }
  await expect(once(nobody, request('nobody'), makeThing)).rejects.toMatchObject({ code: 'conflict' })
})
