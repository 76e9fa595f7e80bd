import { type Kysely, sql } from 'kysely'
import { prepared } from '../../platform/database/lending.ts'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

/** A person's factors without their secrets, the oldest first. */
export const readFactors = (db: Db, userId: string) =>
  db
    .selectFrom('factors')
    .select(['id', 'type', 'friendly_name', 'verified_at', 'last_challenged_at', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .modifyEnd(prepared)
    .execute()

export type FactorRow = Awaited<ReturnType<typeof readFactors>>[number]

type NewFactor = {
  userId: string
  type: 'totp' | 'recovery_code'
  name: string
  secret: Buffer | null
  verifiedAt: Date | null
  /** The operator's command allows it, so it is settled at once. */
  isLetIn?: boolean
  now: Date
}

/** Adds a factor and returns its id. */
export async function insertFactor(db: Db, factor: NewFactor): Promise<string> {
  const { id } = await db
    .insertInto('factors')
    .values({
      user_id: factor.userId,
      type: factor.type,
      friendly_name: factor.name,
      secret: factor.secret,
      verified_at: factor.verifiedAt,
      created_at: factor.now,
      updated_at: factor.now,
      ...(factor.isLetIn && { settles_at: sql`now()` }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An authenticator app of this person, with its secret as it is stored. */
export const readTotpFactor = (db: Db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('factors')
    .select(['id', 'secret', 'verified_at', 'created_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('type', '=', 'totp')
    .executeTakeFirst()

/** Uses up a time step; false if it, or a later one, has been used. */
export async function takeStep(db: Db, { id, step }: { id: string; step: number }): Promise<boolean> {
  const taken = await db
    .updateTable('factors')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((is) => is.or([is('last_step', 'is', null), is('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** An app counts from now on; it is settled three days later, or at once if the operator's command allows it. */
export const markVerified = (db: Db, { id, isLetIn, now }: { id: string; isLetIn: boolean; now: Date }) =>
  db
    .updateTable('factors')
    .set({
      verified_at: now,
      updated_at: now,
      settles_at: isLetIn ? sql`now()` : sql`now() + interval '3 days'`,
    })
    .where('id', '=', id)
    .execute()

export const deleteFactor = (db: Db, { id, userId }: { id: string; userId: string }) =>
  db.deleteFrom('factors').where('id', '=', id).where('user_id', '=', userId).execute()

/** Removes apps whose setup is unfinished; if `before` is given, only those begun before it. */
export const deleteUnverified = (db: Db, userId: string, before?: Date) =>
  db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('verified_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('created_at', '<=', before as Date))
    .execute()

/** Removes all of a person's factors. Returns how many. */
export async function deleteAllFactors(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('factors').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Stores a challenge and returns its id. */
export async function insertChallenge(
  db: Db,
  challenge: { factorId: string; sessionId: string; now: Date; expiresAt: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('factor_challenges')
    .values({
      factor_id: challenge.factorId,
      session_id: challenge.sessionId,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('factors')
    .set({ last_challenged_at: challenge.now })
    .where('id', '=', challenge.factorId)
    .execute()
  return id
}

/** Uses up a challenge of this session; false if there is none that still counts. */
export async function takeChallenge(
  db: Db,
  { id, factorId, sessionId, now }: { id: string; factorId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('factor_challenges')
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function insertRecoveryCodes(db: Db, factorId: string, hashes: Buffer[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ factor_id: factorId, code_hash })))
    .execute()
}

/** Empties a set for new codes, which must settle like any other new means. */
export async function renewSet(db: Db, { id, isLetIn }: { id: string; isLetIn: boolean }): Promise<void> {
  await db.deleteFrom('recovery_codes').where('factor_id', '=', id).execute()
  await db
    .updateTable('factors')
    .set({ settles_at: isLetIn ? sql`now()` : sql`now() + interval '3 days'` })
    .where('id', '=', id)
    .execute()
}

/** How many codes a set has, and how many are unused. */
export async function countRecoveryCodes(db: Db, factorId: string) {
  const { total, remaining } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      fn.countAll<string>().filterWhere('used_at', 'is', null).as('remaining'),
    ])
    .where('factor_id', '=', factorId)
    .executeTakeFirstOrThrow()
  return { total: Number(total), remaining: Number(remaining) }
}

/** Uses one of this person's codes, stored as one of these hashes; false if none of them is unused. */
export async function takeRecoveryCode(
  db: Db,
  { factorId, hashes, now }: { factorId: string; hashes: Buffer[]; now: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('factor_id', '=', factorId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .returning('factor_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Cancels the removal of a person's passkeys and apps; false if nobody had asked for it. */
export async function forgetDrop(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ steps_drop_at: null })
    .where('id', '=', userId)
    .where('steps_drop_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
