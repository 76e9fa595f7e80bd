import { availableParallelism } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { createDetailsLimit, PayoutKey } from '../../src/payouts/index.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Context } from '../../src/platform/context.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Settings } from '../../src/platform/settings/read.ts'
import type { createServices } from '../../src/services.ts'

/** What the demo is made with: the database and the services of the app, and the current time. */
export type World = {
  db: Database['db']
  pool: pg.Pool
  /** The account that owns the tables, where it is known; else the app's. */
  owner: Pick<Database, 'pool'>
  services: Pick<Awaited<ReturnType<typeof createServices>>, 'identity' | 'media' | 'amazon' | 'clicks'>
  clock: Clock
  log: FastifyBaseLogger
  earnings: Settings['earnings']
  payouts: { key: PayoutKey; limit: ReturnType<typeof createDetailsLimit>; minimumCents: number }
}

/** Rendering and hashing use one processor each. */
export const sideBySide = Math.max(2, availableParallelism())

/** A context at the time `at`, with `userId` as the caller. */
export const contextAt = ({ db }: World, at: Date, userId?: string): Context => ({
  db,
  clock: () => at,
  // No session: the calls of the demo need only the caller's id.
  actor: userId ? { userId, sessionId: userId, role: 'user' } : null,
})

/** Runs `work` for each item, at most `limit` at a time. The first failure ends it, once running work has ended. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  let failed = false
  const worker = async () => {
    while (next < items.length && !failed) {
      const at = next++
      try {
        results[at] = await work(items[at] as T)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: limit }, worker))
  const failure = ended.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
  return results
}
