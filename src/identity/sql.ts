import type { Kysely, Selectable } from 'kysely'
import { prepared } from '../platform/database/lending.ts'
import type { DB, Identities, JsonObject, Users } from '../platform/database/schema.ts'
import { type FactorRow, readFactors } from './factors/sql.ts'

type Db = Kysely<DB>

export type UserRow = Omit<
  Selectable<Users>,
  | 'password_hash'
  | 'password_settles_at'
  | 'steps_drop_at'
  | 'payouts_rest_until'
  | 'suspended_at'
  | 'suspended_reason'
>
export type IdentityRow = Omit<Selectable<Identities>, 'settles_at'>

/** Adds a user and returns its id; undefined if the address has an account, even one just being made. */
export async function insertUser(
  db: Db,
  user: { email: string; passwordHash: string | null; metadata: JsonObject; now: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto('users')
    .values({
      email: user.email,
      password_hash: user.passwordHash,
      user_metadata: user.metadata,
      last_sign_in_at: user.now,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertEmailIdentity(
  db: Db,
  identity: { userId: string; data: JsonObject; now: Date },
): Promise<void> {
  await db
    .insertInto('identities')
    .values({
      user_id: identity.userId,
      provider: 'email',
      provider_id: identity.userId,
      identity_data: identity.data,
      last_sign_in_at: identity.now,
      created_at: identity.now,
      updated_at: identity.now,
    })
    .execute()
}

export const readCredentials = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at'])
    .where('email', '=', email)
    .modifyEnd(prepared)
    .executeTakeFirst()

/**
 * Records a sign-in and replaces the hash by `newHash`. False if the password is no longer the one that was verified:
 * its change has ended all sessions, and no new one may start with the old password.
 */
export async function noteSignIn(
  db: Db,
  signIn: { userId: string; verifiedHash: string; newHash: string; now: Date },
): Promise<boolean> {
  const updated = await db
    .with('signed_in', (query) =>
      query
        .updateTable('users')
        .set({ last_sign_in_at: signIn.now, password_hash: signIn.newHash })
        .where('id', '=', signIn.userId)
        .where('password_hash', '=', signIn.verifiedHash)
        .returning('id'),
    )
    .with('noted', (query) =>
      query
        .updateTable('identities')
        .set({ last_sign_in_at: signIn.now })
        .where('user_id', '=', ({ selectFrom }) => selectFrom('signed_in').select('id'))
        .where('provider', '=', 'email'),
    )
    .selectFrom('signed_in')
    .select('id')
    .modifyEnd(prepared)
    .executeTakeFirst()
  return updated !== undefined
}

export type FoundUser = { user: UserRow; identities: IdentityRow[]; factors: FactorRow[] }

export async function readUser(db: Db, userId: string): Promise<FoundUser | undefined> {
  const user = await db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'role',
      'user_metadata',
      'email_verified_at',
      'last_sign_in_at',
      'created_at',
      'updated_at',
    ])
    .where('id', '=', userId)
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (!user) return undefined
  // By name, since a prepared statement for all columns fails once the table gets another.
  const identities = await db
    .selectFrom('identities')
    .select([
      'id',
      'user_id',
      'provider',
      'provider_id',
      'identity_data',
      'last_sign_in_at',
      'created_at',
      'updated_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .modifyEnd(prepared)
    .execute()
  return { user, identities, factors: await readFactors(db, userId) }
}

/** The stored secret of that name, or `candidate` if there is none yet. */
export async function readOrAddSecret(db: Db, name: string, candidate: Buffer): Promise<Buffer> {
  await db
    .insertInto('app_secrets')
    .values({ name, value: candidate })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const secret = await db
    .selectFrom('app_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return secret.value
}

/** Records a sign-in and returns the account's address, undefined if the account no longer exists. */
export async function noteUserSignIn(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<string | undefined> {
  const user = await db
    .updateTable('users')
    .set({ last_sign_in_at: now })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirst()
  return user?.email
}
