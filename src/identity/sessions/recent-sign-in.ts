import { type Context, requireUser } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { minuteMs } from '../../shared/time.ts'
import { createPasswordConfirmation } from '../account/own-account.ts'
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
  const shownAt = assurance?.shownAt.getTime() ?? 0
  if (context.clock().getTime() - shownAt > recentMs) throw signInTooOld()
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
  }
}
