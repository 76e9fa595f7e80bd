import type { Kysely } from 'kysely'
import {
  AppError,
  insufficientAal,
  notAuthenticated,
  stepUpRequired,
  twoStepRequired,
} from '../shared/errors.ts'
import type { Move } from '../shared/money.ts'
import { minuteMs } from '../shared/time.ts'
import type { Clock } from './clock.ts'
import type { DB } from './database/schema.ts'

/** Who is calling, read from the primary for each call: a revoked session or role ends at once. */
export type Actor = {
  userId: string
  sessionId: string
  role: 'user' | 'admin'
  /** How sure that is; absent where the program itself acts for somebody. */
  assurance?: Assurance
  /** Nobody has proved that the account's address is theirs (decision 7). */
  isUnproven?: boolean
}

/**
 * How a caller was recognised: `aal2` after two steps, and when the second was last shown; when any was; whether the
 * account asks for a second, and whether the installation does of this admin, who has not shown it.
 */
export type Assurance = {
  level: 'aal1' | 'aal2'
  shownAt: Date
  secondStepAt: Date | null
  hasFactor: boolean
  owesTwoSteps: boolean
}

/** Someone whose account asks for a second step that is not shown yet: anonymous to all but a few calls. */
export type Awaiting = { role: Actor['role'] }

/** Whom a good access token names: a session and its account, which may have ended since. */
export type Bearer = { userId: string; sessionId: string }

/** Who is calling, by their access token: nobody when it is not, or no longer, good. */
export type Caller = Pick<Context, 'actor' | 'awaiting'>

/**
 * That a second person agrees to what the actor proposed; of a trial, which is rolled back, nobody. `moves` collects what
 * the act moves.
 */
export type Consent = { proposalId: string | null; moves: Move[] }

/** What every service function works in. `db` is the pool, or the transaction an outer function opened. */
export type Context = {
  db: Kysely<DB>
  actor: Actor | null
  awaiting?: Awaiting
  clock: Clock
  /** Absent where the actor acts alone. */
  consent?: Consent
}

/** Runs `work` in one transaction: the caller's if there is one, else a new one. */
export function inTransaction<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context)
  return context.db.transaction().execute((db) => work({ ...context, db }))
}

/** The signed-in caller. Throws `not_authenticated` for an anonymous one, `insufficient_aal` before the second step. */
export function requireUser(context: Context): Actor {
  if (context.awaiting) throw insufficientAal()
  if (!context.actor) throw notAuthenticated()
  return context.actor
}

/** The calling admin. To anyone else admin calls are not found (docs/product/admin.md#access). */
export function requireAdmin(context: Context): Actor {
  if (context.awaiting?.role === 'admin') throw insufficientAal()
  if (context.actor?.role !== 'admin') throw new AppError('not_found', 'Not found')
  if (context.actor.assurance?.owesTwoSteps) throw twoStepRequired()
  return context.actor
}

/**
 * Whether the caller counts as an admin now: not before they have shown the two steps that the installation asks of
 * admins.
 */
export const isAdmin = ({ actor }: Context): boolean =>
  actor?.role === 'admin' && !actor.assurance?.owesTwoSteps

const stepLastsMs = 15 * minuteMs

/**
 * For acts on money: where the caller has a second step, it was shown within 15 minutes (decision 52), so that nobody
 * moves money from a device that was left open. Throws `step_up_required`.
 */
export function requireFreshStep({ actor, clock }: Context): void {
  const shownAt = actor?.assurance?.secondStepAt
  if (shownAt && clock().getTime() - shownAt.getTime() > stepLastsMs) throw stepUpRequired()
}
