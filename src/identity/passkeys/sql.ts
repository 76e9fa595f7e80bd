import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

type NewChallenge = { challengeHash: Buffer; sessionId: string | null; now: Date; expiresAt: Date }

export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<string> {
  const { id } = await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challenge.challengeHash,
      session_id: challenge.sessionId,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Deletes a challenge and returns it, so that it counts once; undefined if there is none for this session, or for a
 * sign-in.
 */
export const takeChallenge = (db: Db, { id, sessionId }: { id: string; sessionId: string | null }) =>
  db
    .deleteFrom('passkey_challenges')
    .where('id', '=', id)
    .where('session_id', 'is not distinct from', sessionId)
    .returning(['challenge_hash', 'expires_at'])
    .executeTakeFirst()

export const readPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The passkey that an authenticator names, of any account. */
export const readPasskeyOf = (db: Db, credentialId: Buffer) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

type NewPasskey = {
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  /** The operator's command allows it, so it is settled at once. */
  isLetIn: boolean
  now: Date
}

/** Adds a passkey; undefined if its credential is already registered, for any account. */
export const insertPasskey = (db: Db, passkey: NewPasskey) =>
  db
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      created_at: passkey.now,
      ...(passkey.isLetIn && { settles_at: sql`now()` }),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at'])
    .executeTakeFirst()

/**
 * Records that a passkey has signed its owner in. False, without a change, if it has just been removed, or if its
 * counter of signatures has not grown: of two simultaneous sign-ins with copies of a passkey, one is refused.
 */
export async function notePasskeyUse(
  db: Db,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`counter < ${counter} or (counter = 0 and ${counter} = 0)`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

type OwnPasskey = { id: string; userId: string }

/** Gives one of a person's passkeys a name; `was` is the former one. */
export const renamePasskey = (db: Db, { id, userId, name }: OwnPasskey & { name: string }) =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['id', 'name', 'created_at', 'last_used_at', sql<string>`old.name`.as('was')])
    .executeTakeFirst()

/** Removes one of a person's passkeys and returns its name. */
export async function deletePasskey(db: Db, { id, userId }: OwnPasskey): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

/** Removes all of a person's passkeys; returns how many. */
export async function deletePasskeysOf(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Removes a person's recovery codes if no app and no passkey is left that they could replace. */
export const deleteCodesAlone = (db: Db, userId: string) =>
  db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('type', '=', 'recovery_code')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('passkeys.id').where('passkeys.user_id', '=', userId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('factors as app')
            .select('app.id')
            .where('app.user_id', '=', userId)
            .where('app.type', '=', 'totp')
            .where('app.verified_at', 'is not', null),
        ),
      ),
    )
    .execute()
