import type { Kysely } from 'kysely'
import { AppError, notAuthenticated } from '../shared/errors.ts'
import type { Clock } from './clock.ts'
import type { DB } from './database/schema.ts'

/** Who is calling, read from the primary for each call: a revoked session or role ends at once. */
export type Actor = { userId: string; sessionId: string; role: 'user' | 'admin' }

/** What every service function works in. `db` is the pool, or the transaction an outer function opened. */
export type Context = { db: Kysely<DB>; actor: Actor | null; clock: Clock }

/** Runs `work` in one transaction: the caller's if there is one, else a new one. */
export function inTransaction<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context)
  return context.db.transaction().execute((db) => work({ ...context, db }))
}

/** The signed-in caller. Throws `not_authenticated` for an anonymous one. */
export function requireUser(context: Context): Actor {
  if (!context.actor) throw notAuthenticated()
  return context.actor
}

/** The calling admin. To anyone else admin calls are not found (decision: /admin does not exist for others). */
export function requireAdmin(context: Context): Actor {
  if (context.actor?.role !== 'admin') throw new AppError('not_found', 'Not found')
  return context.actor
}
