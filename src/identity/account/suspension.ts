import type { Context } from '../../platform/context.ts'
import { endSessions } from '../sessions/sql.ts'
import { endFlowsOf } from '../tokens/sql.ts'
import { lockAccount, lockSuspension, setSuspension } from './sql.ts'

/** The outcome; `unknown` if there is no such account. */
type Outcome = 'changed' | 'as_it_was' | 'unknown'

/**
 * Suspends an account: its sessions, mailed links and codes end at once, and no new session begins. In the caller's
 * transaction, as its first step. The caller checks the permission.
 */
export async function suspendAccount(
  { db, clock }: Context,
  { userId, reason }: { userId: string; reason: string },
): Promise<Outcome> {
  const account = await lockSuspension(db, userId)
  if (!account) return 'unknown'
  if (account.suspended_at) return 'as_it_was'
  const now = clock()
  await setSuspension(db, userId, { suspended_at: now, suspended_reason: reason })
  await endFlowsOf(db, userId)
  await endSessions(db, { userId }, { reason: 'suspended', now })
  return 'changed'
}

/** Lets a suspended account sign in again. Ended sessions stay ended. */
export async function restoreAccount({ db }: Context, userId: string): Promise<Outcome> {
  const account = await lockSuspension(db, userId)
  if (!account) return 'unknown'
  if (!account.suspended_at) return 'as_it_was'
  await setSuspension(db, userId, { suspended_at: null, suspended_reason: null })
  return 'changed'
}

/**
 * Ends every session of an account for an admin, and every link or code that could begin one without a password.
 * Returns how many sessions.
 */
export async function endSessionsOf({ db, clock }: Context, userId: string): Promise<number> {
  await endFlowsOf(db, userId)
  return endSessions(db, { userId }, { reason: 'ended_by_admin', now: clock() })
}

/** The account with an e-mail address, for operators. */
export const findAccountId = async ({ db }: Context, email: string): Promise<string | undefined> =>
  (await lockAccount(db, email.trim().toLowerCase()))?.id
