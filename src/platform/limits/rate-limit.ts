import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Limit, rateLimited } from '../../shared/limit.ts'
import { createMutex } from '../../shared/mutex.ts'
import { deleteInBatches } from '../database/batches.ts'
import { prepared } from '../database/lending.ts'
import type { DB } from '../database/schema.ts'

/** Counts calls in the database, so that all nodes share one count. */
export type RateLimiter = {
  /**
   * Counts a call of `key`, or its points. Throws `rate_limited` beyond the limit, with the limit and the time when it
   * is over; a call of several points is not counted then. Resolves to how many points were taken within the current
   * time.
   */
  take(key: string, points?: number): Promise<number>
  /** Takes back points that were counted by mistake. */
  giveBack(key: string, points?: number): Promise<void>
}

/**
 * A limit of `points` calls a key within `seconds`, beginning with the first. `name` separates it from other limits.
 * The clock is the machine's. The owner of the limiter removes expired rows now and then.
 */
export function createRateLimiter(
  pool: pg.Pool,
  { name, points, seconds, of }: Limit & { name: string },
): RateLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Otherwise each limiter would remove the expired rows of all limits, in one statement.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    // A caller beyond the limit is refused from memory: a flood costs the database nothing.
    inMemoryBlockOnConsumed: points + 1,
  })
  // A key is one row, which only one connection can count at a time. Many calls of a key share one connection here, so
  // that they do not take all connections of the process.
  const oneAtATime = createMutex()
  async function giveBack(key: string, taken: number) {
    await limiter.reward(key, taken)
    // The key may be refused from memory meanwhile. Other processes' refusals are read from the database.
    limiter.deleteInMemoryBlockedAll()
  }
  async function take(key: string, taken: number) {
    try {
      return (await limiter.consume(key, taken)).consumedPoints
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      if (refusal.msBeforeNext > seconds * 1000 + 1_000) return await beginAnew(key, taken)
      // One point more or less beyond the limit makes no difference, but the rest may be enough for less.
      if (taken > 1) await giveBack(key, taken)
      throw rateLimited({ points, seconds, of }, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
    }
  }
  /**
   * For a count that ends later than any can: it began while the clock was ahead, and would refuse until then (decision
   * 71).
   */
  async function beginAnew(key: string, taken: number): Promise<number> {
    await limiter.delete(key)
    return take(key, taken)
  }
  return {
    take: (key, taken = 1) => oneAtATime(key, () => take(key, taken)),
    giveBack: (key, taken = 1) => oneAtATime(key, () => giveBack(key, taken)),
  }
}

/** True if a key was recorded and `now` is before its end. */
export async function isNoted(db: Kysely<DB>, key: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', '=', key)
    .where('expire', '>', now.getTime())
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row !== undefined
}

/** Records a key until a time, beside the counts: for facts that may be lost as they may. */
export async function noteKey(db: Kysely<DB>, key: string, until: Date): Promise<void> {
  const expire = until.getTime()
  await db
    .insertInto('rate_limits')
    .values({ key, expire })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expire }))
    .modifyEnd(prepared)
    .execute()
}

/** Removes counts and notes that have expired. Returns how many. */
export const removeExpiredLimits = (db: Kysely<DB>, now: Date): Promise<number> =>
  deleteInBatches(db, 'rate_limits', sql`expire <= ${now.getTime()}`)
