import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { ChangedMeans, UndoLink } from './contract.ts'

type Db = Kysely<DB>

type Change = UndoLink['changes'][number]['change']

/** Notes a change that no trigger sees. */
export const insertChange = (
  db: Db,
  { userId, means, id }: { userId: string; means: 'password' | 'payout_account'; id: string | null },
) =>
  db
    .insertInto('means_changes')
    .values({ user_id: userId, means, change: id === null ? 'changed' : 'added', means_id: id })
    .execute()

/** The first of the changes that this transaction has made of an account; undefined where it has made none. */
export async function readOwnChange(db: Db, userId: string): Promise<number | undefined> {
  const { id } = await db
    .selectFrom('means_changes')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('user_id', '=', userId)
    .where('changed_at', '=', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return id ?? undefined
}

/**
 * Gives a change of an account with a proven address its link, once; the same link again for a mail that is sent again.
 * Returns when it was made; undefined where there is no such change, or no longer.
 */
export const giveLink = (db: Db, { changeId, linkHash }: { changeId: number; linkHash: Buffer }) =>
  db
    .updateTable('means_changes as c')
    .from('users as u')
    .set({ link_hash: linkHash })
    .whereRef('u.id', '=', 'c.user_id')
    .where('u.email_verified_at', 'is not', null)
    .where('c.id', '=', changeId)
    .where('c.undone_at', 'is', null)
    .where((is) => is.or([is('c.link_hash', 'is', null), is('c.link_hash', '=', linkHash)]))
    .returning('c.changed_at')
    .executeTakeFirst()

/** The change that a link is about. */
export const readLinkedChange = (db: Db, linkHash: Buffer) =>
  db
    .selectFrom('means_changes')
    .select(['id', 'user_id', 'changed_at', 'undone_at'])
    .where('link_hash', '=', linkHash)
    .executeTakeFirst()

export type LinkedChange = NonNullable<Awaited<ReturnType<typeof readLinkedChange>>>

/** A change and all later ones that stand, the last first. */
export const readChangesSince = (db: Db, { id, user_id: userId }: Pick<LinkedChange, 'id' | 'user_id'>) =>
  db
    .selectFrom('means_changes')
    .select(['id', 'user_id', 'means_id', 'name', 'changed_at'])
    .select(['means', 'change'])
    .$narrowType<{ means: ChangedMeans; change: Change }>()
    .where('user_id', '=', userId)
    .where('id', '>=', id)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()

export type StandingChange = Awaited<ReturnType<typeof readChangesSince>>[number]

/** Marks a change and all later ones as taken back, those of taking them back too. What they had kept goes. */
export const markUndone = (db: Db, { id, user_id: userId }: LinkedChange, now: Date) =>
  db
    .updateTable('means_changes')
    .set({ undone_at: now, kept: null })
    .where('user_id', '=', userId)
    .where('id', '>=', id)
    .where('undone_at', 'is', null)
    .execute()

/** Forgets all changes of an account: those from before its address was first proven are nobody's to take back. */
export const deleteChangesOf = (db: Db, userId: string) =>
  db.deleteFrom('means_changes').where('user_id', '=', userId).execute()

/** Removes a means that was added. */
export const deleteAdded = (
  db: Db,
  table: 'passkeys' | 'factors' | 'identities',
  { means_id: id, user_id: userId }: StandingChange,
) =>
  db
    .deleteFrom(table)
    .where('id', '=', id as string)
    .where('user_id', '=', userId)
    .execute()

/** Puts a removed passkey back as it was, unless it has been registered again. */
export const putBackPasskey = (db: Db, { id }: StandingChange) =>
  sql`insert into passkeys select r.* from means_changes c, jsonb_populate_record(null::passkeys, c.kept) r
    where c.id = ${id} on conflict do nothing`.execute(db)

/** Gives a passkey its former name. */
export const putBackName = (db: Db, { id }: StandingChange) =>
  sql`update passkeys p set name = c.kept->>'name' from means_changes c
    where c.id = ${id} and p.id = c.means_id and p.user_id = c.user_id`.execute(db)

/** Puts a removed authenticator app, or set of recovery codes, back as it was. */
export async function putBackFactor(db: Db, change: StandingChange): Promise<void> {
  await sql`insert into factors select r.* from means_changes c, jsonb_populate_record(null::factors, c.kept) r
    where c.id = ${change.id} on conflict do nothing`.execute(db)
  await putBackCodes(db, change)
}

/** Puts recovery codes back in place of those that replaced them, the used ones as used. */
export async function putBackCodes(db: Db, { id, means_id: factorId }: StandingChange): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('factor_id', '=', factorId as string)
    .execute()
  await sql`insert into recovery_codes
    select r.* from means_changes c, jsonb_populate_recordset(null::recovery_codes, c.kept->'codes') r
    where c.id = ${id} and exists (select from factors f where f.id = r.factor_id)`.execute(db)
}

/** Puts a removed identity of a provider back, unless it is somebody's. */
export const putBackIdentity = (db: Db, { id }: StandingChange) =>
  sql`insert into identities select r.* from means_changes c, jsonb_populate_record(null::identities, c.kept) r
    where c.id = ${id} on conflict do nothing`.execute(db)

/** Leaves an account without a password: a mailed link sets another. */
export const voidPassword = (db: Db, userId: string, now: Date) =>
  db.updateTable('users').set({ password_hash: null, updated_at: now }).where('id', '=', userId).execute()

/** Lets nobody be paid at an account until then, or for as long as was said before; no lost steps are dropped. */
export const restPayouts = (db: Db, userId: string, until: Date) =>
  sql`update users set payouts_rest_until = greatest(payouts_rest_until, ${until}), steps_drop_at = null
    where id = ${userId}`.execute(db)

/**
 * Restarts the time of all changes that can be taken back, and lets payouts rest until then where there are any, or
 * where they rested at `madeAt`.
 */
export async function restartChanges(
  db: Db,
  { madeAt, now, until }: { madeAt: Date; now: Date; until: Date },
): Promise<void> {
  await sql`update means_changes set changed_at = ${now}`.execute(db)
  await sql`update users set steps_drop_at = ${until} where steps_drop_at is not null`.execute(db)
  await sql`update users set payouts_rest_until = ${until}
    where payouts_rest_until > ${madeAt}
      or id in (select user_id from means_changes where undone_at is null)`.execute(db)
}
