import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

type Db = Kysely<DB>

export type Role = 'user' | 'admin'

/** An account by its e-mail address, locked until the transaction ends. */
export const lockAccount = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'email_verified_at'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setRole = (db: Db, { userId, role, now }: { userId: string; role: Role; now: Date }) =>
  db.updateTable('users').set({ role, updated_at: now }).where('id', '=', userId).execute()

/** The e-mail addresses of all admins, in order. */
export async function readAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}
