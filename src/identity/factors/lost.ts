import { sql } from 'kysely'
import { type Context, hasFreshProof, inTransaction, requireUser } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import { lockUser } from '../account/sql.ts'
import { createNonceCheck } from '../acts/reauthentication.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import { mailNotice } from '../notices.ts'
import { deletePasskeysOf, readPasskeys } from '../passkeys/sql.ts'
import { dropFactors } from './reset.ts'
import { hasVerifiedApp } from './service.ts'
import { forgetDrop, readFactors } from './sql.ts'

/** When the caller's passkeys and apps are removed; null if nobody has asked for that. */
type Drop = { drops_at: string | null }

/** For people who lost the phone and the codes: passkeys and apps are removed seven days after they asked. */
export function createLostSteps(core: IdentityCore) {
  const { tryNonce } = createNonceCheck(core)
  const { log } = core.options

  async function readDrop(context: Context): Promise<Drop> {
    const { userId } = requireUser(context)
    const user = await context.db
      .selectFrom('users')
      .select('steps_drop_at')
      .where('id', '=', userId)
      .executeTakeFirst()
    return { drops_at: user?.steps_drop_at?.toISOString() ?? null }
  }

  return {
    /** When the caller's passkeys and apps are removed, if somebody has asked for that. */
    readDrop,

    /**
     * Asks for their removal, in a session that has just signed in with the password or a provider, with a code from
     * the account's mail. A mail about it is sent at once. Throws `reauthentication_needed` long after such a sign-in,
     * `reauthentication_not_valid`, `mfa_factor_not_found` if there is nothing to remove, and `not_admin` for admins,
     * whom the operator helps.
     */
    async askToDrop(context: Context, nonce: string): Promise<Drop> {
      const { userId, sessionId, role, assurance } = requireUser(context)
      if (role === 'admin') throw authError('not_admin.second_step')
      const by = assurance?.proof.by
      const hasSignedIn = by === 'password' || by === 'provider'
      if (!hasSignedIn || !hasFreshProof(context, 'any')) throw authError('reauthentication_needed')
      if (!(await tryNonce(context, nonce, { spends: true }))) throw authError('reauthentication_not_valid')
      await inTransaction(context, async (tx) => {
        await lockOwnAccount(tx)
        const hasPasskeys = (await readPasskeys(tx.db, userId)).length > 0
        if (!hasPasskeys && !hasVerifiedApp(await readFactors(tx.db, userId)))
          throw authError('mfa_factor_not_found.none')
        const asked = await tx.db
          .updateTable('users')
          .set({ steps_drop_at: sql`now() + interval '7 days'` })
          .where('id', '=', userId)
          .where('steps_drop_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (asked.numUpdatedRows > 0n) await mailNotice(tx, userId, { change: 'drop_asked' })
      })
      securityEvent(log, 'factors_drop_asked', { user: userId, session: sessionId })
      return readDrop(context)
    },

    /**
     * Cancels the removal, by any settled means. Throws `reauthentication_needed`, and `not_found` if nobody asked for
     * it.
     */
    async keep(context: Context): Promise<Drop> {
      const { userId, sessionId } = requireUser(context)
      if (!hasFreshProof(context, 'any')) throw authError('reauthentication_needed')
      await inTransaction(context, async (tx) => {
        await lockOwnAccount(tx)
        if (!(await forgetDrop(tx.db, userId))) throw authError('not_found')
        await mailNotice(tx, userId, { change: 'drop_cancelled' })
      })
      securityEvent(log, 'factors_drop_cancelled', { user: userId, session: sessionId })
      return { drops_at: null }
    },
  }
}

const batch = 100

/**
 * Removes the passkeys and apps whose seven days are over, by the database's clock. People who have become admins
 * meanwhile keep them.
 */
export async function dropLostSteps(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('users')
    .select('id')
    .where('steps_drop_at', '<=', sql<Date>`now()`)
    .limit(batch)
    .execute()
  for (const { id } of due) {
    await inTransaction(context, async (tx) => {
      if (!(await lockUser(tx.db, id))) return
      const dropped = await tx.db
        .updateTable('users')
        .set({ steps_drop_at: null })
        .where('id', '=', id)
        .where('steps_drop_at', '<=', sql<Date>`now()`)
        .returning('role')
        .executeTakeFirst()
      if (dropped?.role !== 'user') return
      await dropFactors(tx, id)
      await deletePasskeysOf(tx.db, id)
      await mailNotice(tx, id, { change: 'dropped' })
    })
  }
}
