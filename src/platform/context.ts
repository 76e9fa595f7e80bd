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

/** The caller, read from the primary for each call: a revoked session or role ends at once. */
export type Actor = {
  userId: string
  sessionId: string
  role: 'user' | 'admin'
  /** How sure that is; absent when the program itself acts for somebody. */
  assurance?: Assurance
  /** Nobody has proved that the account's address is theirs (decision 7). */
  isUnproven?: boolean
}

/**
 * How a caller was recognised: `aal2` after two steps; what they have proved; whether the account asks for a second
 * step, and whether the installation asks for one of this admin who has not shown a settled one.
 */
export type Assurance = {
  level: 'aal1' | 'aal2'
  hasFactor: boolean
  owesTwoSteps: boolean
  /** When the account's passkeys and apps are removed because somebody said that they are lost. */
  stepsDropAt: Date | null
  proof: SettledProof
}

/** The means by which a person proves who they are. */
export type Means =
  | 'password'
  | 'provider'
  | 'passkey'
  | 'app'
  | 'recovery_code'
  | 'mailed_code'
  | 'mailed_link'
  | 'operator_code'

/**
 * When the session's person last proved who they are by a settled means, and by which; when by a settled passkey, app
 * or recovery code; and whether the account has a settled passkey or app, so that acts ask for one (decision 100).
 */
type SettledProof = { at: Date | null; by: Means | null; stepAt: Date | null; asksStep: boolean }

/** The strongest means that the account has settled, or any settled one. */
export type ProofNeed = 'strongest' | 'any'

/** A person whose account asks for a second step that they have not shown yet: anonymous to all but a few calls. */
export type Awaiting = { role: Actor['role'] }

/** The session and account that a valid access token names; both may have ended since. */
export type AccessClaims = { userId: string; sessionId: string }

/** The caller by their access token: nobody if it is not valid, or no longer. */
export type Principal = Pick<Context, 'actor' | 'awaiting'>

/**
 * The second person who agrees to the actor's proposal; nobody in a trial, which is rolled back. `moves` collects what
 * the act moves.
 */
export type Consent = { proposalId: string | null; moves: Move[] }

/** What every service function works with. `db` is the pool, or the transaction that an outer function opened. */
export type Context = {
  db: Kysely<DB>
  actor: Actor | null
  awaiting?: Awaiting
  clock: Clock
  /** Absent when the actor acts alone. */
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

/** Whether the caller counts as an admin now: only after showing the two steps that the installation asks of admins. */
export const isAdmin = ({ actor }: Context): boolean =>
  actor?.role === 'admin' && !actor.assurance?.owesTwoSteps

/** How long a proof of identity counts. */
export const proofLastsMs = 15 * minuteMs

/**
 * Whether the caller has proved within 15 minutes who they are, by a means that the account has had for long enough
 * (decision 100). When the program itself acts for somebody, there is nothing to prove.
 */
export function hasFreshProof({ actor, clock }: Context, need: ProofNeed): boolean {
  if (!actor?.assurance) return true
  const { at, stepAt, asksStep } = actor.assurance.proof
  const provedAt = need === 'strongest' && asksStep ? stepAt : at
  return provedAt !== null && clock().getTime() - provedAt.getTime() <= proofLastsMs
}

/** Required for decisions of admins about money, roles and accounts. Throws `step_up_required`. */
export function requireFreshProof(context: Context): void {
  if (!hasFreshProof(context, 'strongest')) throw stepUpRequired()
}
