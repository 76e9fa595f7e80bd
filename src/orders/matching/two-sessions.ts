import type { Context } from '../../platform/context.ts'

/**
 * Does work in two sessions of the database at once, one for each of two keys (decision 25), and returns both results,
 * in their order. If one fails, `failing` tells the other to begin nothing more; the first failure is thrown once both
 * have ended.
 */
export async function inTwoSessions<Key, Result>(
  context: Context,
  keys: readonly [Key, Key],
  work: (session: Context, key: Key, failing: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failing = new AbortController()
  const ends = await Promise.allSettled(
    keys.map((key) =>
      context.db.connection().execute(async (db) => {
        try {
          return await work({ ...context, db }, key, failing.signal)
        } catch (error) {
          failing.abort()
          throw error
        }
      }),
    ),
  )
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}
