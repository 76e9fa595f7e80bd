import { type Context, requireFreshStep, requireUser } from '../../platform/context.ts'
import { forbidden, notFound } from '../../shared/errors.ts'
import { minuteMs } from '../../shared/time.ts'
import { createPasswordConfirmation } from '../account/own-account.ts'
import { readPasswordHash } from '../account/sql.ts'
import type { IdentityCore } from '../core.ts'
import { signInTooOld } from '../failures.ts'
import { noteShownPassword } from './sql.ts'

const recentMs = 15 * minuteMs

/**
 * For changes to how an account is signed in to: a device that was left open must not be enough. A session with a
 * second step may do it, and any other within 15 minutes of its sign-in. Throws `reauthentication_needed`.
 */
export function requireRecentSignIn(context: Context): void {
  const { assurance } = requireUser(context)
  if (assurance?.hasFactor && assurance.level === 'aal2') return
  if (!isRecent(context)) throw signInTooOld()
}

/** Whether the caller has signed in, or shown their password, within 15 minutes. */
function isRecent(context: Context): boolean {
  const shownAt = requireUser(context).assurance?.shownAt.getTime() ?? 0
  return context.clock().getTime() - shownAt <= recentMs
}

/** Whether the caller has shown within 15 minutes who they are: by a second step, where they have shown one at all. */
export function isFreshlyShown(context: Context): boolean {
  const { assurance } = requireUser(context)
  const shownAt = assurance?.secondStepAt ?? assurance?.shownAt
  return shownAt !== undefined && context.clock().getTime() - shownAt.getTime() <= recentMs
}

/** Confirming one's password, without signing in again. */
export function createConfirmation(core: IdentityCore) {
  const { confirmOwnPassword } = createPasswordConfirmation(core)
  return {
    /**
     * Makes the caller's sign-in count as recent, for their password. Throws what `confirmOwnPassword` throws, and
     * `not_found` where there is no password, or where a second step counts for more.
     */
    async confirmSignIn(context: Context, password: string): Promise<void> {
      const { sessionId, assurance } = requireUser(context)
      if (assurance?.hasFactor) throw notFound('Confirmation by password')
      const { hash } = await confirmOwnPassword(context, password)
      if (hash === null) throw notFound('Password')
      await noteShownPassword(context.db, { sessionId, now: context.clock() })
    },

    /** Whether the caller confirms a change to where money goes by their password, having shown no second step. */
    async asksPassword(context: Context): Promise<boolean> {
      const { userId, assurance } = requireUser(context)
      if (assurance?.secondStepAt) return false
      const account = await readPasswordHash(context.db, userId)
      return account?.password_hash != null
    },

    /**
     * For changes to where money goes: whoever has shown a second step, which must be a recent one, need show nothing
     * more; others give their password, or have signed in within 15 minutes where there is none. Throws what
     * `confirmOwnPassword` throws, `step_up_required`, and `forbidden` long after a sign-in without a password.
     */
    async confirmForMoney(context: Context, password: string | undefined): Promise<void> {
      requireFreshStep(context)
      const { assurance } = requireUser(context)
      if (assurance?.secondStepAt) return
      const { hash } = await confirmOwnPassword(context, password)
      if (hash === null && !isRecent(context))
        throw forbidden('You signed in a while ago. Please sign out and in again, and make the change then.')
    },
  }
}
