import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { openDatabase } from '../database/database.ts'
import { createRateLimiter, isNoted, noteKey, removeExpiredLimits } from './rate-limit.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const refused = { code: 'rate_limited', status: 429 }

describe('a rate limit', () => {
  it('refuses beyond its points and says how long to wait', async () => {
    const limiter = createRateLimiter(database.pool, { name: 'a', points: 3, seconds: 60, of: 'tries' })
    for (let n = 0; n < 3; n++) await limiter.take('maya')
    for (let n = 0; n < 3; n++)
      await expect(limiter.take('maya')).rejects.toMatchObject({
        ...refused,
        message: 'Too many tries: at most 3 within a minute. Please try again in a minute.',
        details: {
          limit: 3,
          seconds: 60,
          retry_after: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60),
        },
      })
    await limiter.take('theo')
  })

  it('is shared by all nodes, also for simultaneous calls', async () => {
    const nodes = [1, 2].map(() =>
      createRateLimiter(database.pool, { name: 'b', points: 10, seconds: 60, of: 'tries' }),
    )
    const calls = Array.from({ length: 30 }, (_, n) => nodes[n % 2]?.take('maya'))
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('that was reached while the clock was ahead refuses nobody any more once that is right again', async () => {
    const limiter = createRateLimiter(database.pool, { name: 'e', points: 2, seconds: 60, of: 'tries' })
    for (let n = 0; n < 2; n++) await limiter.take('maya')
    await expect(limiter.take('maya')).rejects.toMatchObject(refused)
    await database.owner.pool.query(
      `update rate_limits set expire = expire + 40 * 86400000::bigint where key = 'e:maya'`,
    )
    // Another process, which remembers no refusal.
    const later = createRateLimiter(database.pool, { name: 'e', points: 2, seconds: 60, of: 'tries' })
    for (let n = 0; n < 2; n++) await later.take('maya')
    await expect(later.take('maya')).rejects.toMatchObject(refused)
  })

  it('ends with its time, and is separate from limits of other names', async () => {
    const limiter = createRateLimiter(database.pool, { name: 'c', points: 1, seconds: 1, of: 'tries' })
    await limiter.take('maya')
    await expect(limiter.take('maya')).rejects.toMatchObject({ ...refused, details: { retry_after: 1 } })
    await createRateLimiter(database.pool, { name: 'd', points: 1, seconds: 1, of: 'tries' }).take('maya')
    await expect
      .poll(
        () =>
          limiter.take('maya').then(
            () => 'free',
            () => 'refused',
          ),
        { timeout: 3_000 },
      )
      .toBe('free')
  })

  it('uses one connection for a key, however many calls ask for it at once', async () => {
    const { address, db } = database
    const node = openDatabase(address, { max: 2 })
    const limiter = createRateLimiter(node.pool, { name: 'e', points: 100, seconds: 60, of: 'tries' })
    await limiter.take('maya')
    let others: Promise<unknown>[] = []
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('rate_limits').selectAll().where('key', '=', 'e:maya').forUpdate().execute()
      others = Array.from({ length: 5 }, (_, n) => (n < 3 ? limiter.take('maya') : limiter.giveBack('maya')))
      await limiter.take('theo')
    })
    await Promise.all(others)
    await node.close()
  })

  it('fails, rather than lets everyone through, when the database cannot answer', async () => {
    const limiter = createRateLimiter(database.pool, {
      name: 'x'.repeat(10),
      points: 1,
      seconds: 1,
      of: 'tries',
    })
    await database.owner.pool.query('alter table rate_limits rename to elsewhere')
    await expect(limiter.take('maya')).rejects.toMatchObject({ code: '42P01' })
    await database.owner.pool.query('alter table elsewhere rename to rate_limits')
  })
})

it('a key is noted until its end, which may be extended, and removed afterwards', async () => {
  const { db } = database
  const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, second))
  expect(await isNoted(db, 'here', at(0))).toBe(false)
  await noteKey(db, 'here', at(10))
  await noteKey(db, 'there', at(10))
  await noteKey(db, 'here', at(20))
  expect(await isNoted(db, 'here', at(19))).toBe(true)
  expect(await isNoted(db, 'here', at(20))).toBe(false)
  await removeExpiredLimits(db, at(10))
  expect(await isNoted(db, 'here', at(0))).toBe(true)
  expect(await isNoted(db, 'there', at(0))).toBe(false)
})
