import { sql } from 'kysely'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { isCanceled } from '../database/errors.ts'

/** Runs one statement of a read in the remaining time. */
export type Step = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/** The time that a search may take, whatever its text. */
export const searchTime = { ms: 1_000, refusal: 'This search takes too long. Please try other words.' }

/**
 * Reads on one connection, step after step, within a total time: the database ends a statement that takes longer.
 * Throws `unavailable` then, with the text `refusal`: the text or the load is the cause, so it is no fault to be
 * logged.
 */
export async function readInTime<T>(
  context: Context,
  { ms, refusal }: { ms: number; refusal: string },
  read: (step: Step) => Promise<T>,
): Promise<T> {
  const tookTooLong = () => new AppError('unavailable', refusal, { retry_after: 2 })
  try {
    return await context.db
      .transaction()
      .setAccessMode('read only')
      .execute((db) => {
        const until = performance.now() + ms
        return read(async (work) => {
          const left = Math.ceil(until - performance.now())
          if (left <= 0) throw tookTooLong()
          // For this transaction alone. As a parameter, since a literal name lifts the client's own time limit
          // (client.ts).
          await sql`select set_config(${'statement_timeout'}, ${`${left}ms`}, true)`.execute(db)
          return work({ ...context, db })
        })
      })
  } catch (error) {
    throw isCanceled(error) ? tookTooLong() : error
  }
}
