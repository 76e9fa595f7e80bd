import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

type Db = Kysely<DB>

/** Marks the address as proven and drops the password set before; false, changing nothing, when it was proven already. */
export async function markAddressProven(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const marked = await db
    .updateTable('users')
    .set({ email_verified_at: now, password_hash: null, updated_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/**
 * Ends every mailed link and code of a person that has not been used. To be done before their sessions are ended: a
 * code that is being exchanged is waited for, and its session is then seen. The links' rows stay for a while, so that
 * a mail that is sent a second time does not bring one back to life; they have then ended by every node's clock.
 */
export async function endFlowsOf(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set((column) => ({ expires_at: column.ref('created_at') }))
    .where('user_id', '=', userId)
    .whereRef('expires_at', '>', 'created_at')
    .execute()
  await db.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
}
