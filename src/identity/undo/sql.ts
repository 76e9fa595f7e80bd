import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { ChangedMeans, UndoLink } from './contract.ts'

type Db = Kysely<DB>

type Change = UndoLink['changes'][number]['change']

/** Records a change that no trigger sees. */
export const insertChange = (
  db: Db,
  { userId, means, id }: { userId: string; means: 'password' | 'payout_account'; id: string | null },
) =>
  db
    .insertInto('means_changes')
    .values({ user_id: userId, means, change: id === null ? 'changed' : 'added', means_id: id })
    .execute()

/** The first change that this transaction has made to an account; undefined if it has made none. */
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
 * Stores the link of a change of an account with a proven address, once; when the mail is sent again, the same link is
 * accepted. Returns when the change was made; undefined if it does not exist, or no longer.
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

/** A change and all later ones that are in force, the latest first. */
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

/**
 * Marks a change and all later ones as undone, including the changes that undoing them made. Their kept data is
 * deleted.
 */
export const markUndone = (db: Db, { id, user_id: userId }: LinkedChange, now: Date) =>
  db
    .updateTable('means_changes')
    .set({ undone_at: now, kept: null })
    .where('user_id', '=', userId)
    .where('id', '>=', id)
    .where('undone_at', 'is', null)
    .execute()

/** Forgets all changes of an account: nobody may undo those from before its address was first proven. */
export const deleteChangesOf = (db: Db, userId: string) =>
  db.deleteFrom('means_changes').where('user_id', '=', userId).execute()

/** Removes an added means. */
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

/** Restores a removed passkey, unless it has been registered again. */
export const putBackPasskey = (db: Db, { id }: StandingChange) =>
  sql`insert into passkeys select r.* from means_changes c, jsonb_populate_record(null::passkeys, c.kept) r
    where c.id = ${id} on conflict do nothing`.execute(db)

/** Restores a passkey's former name. */
export const putBackName = (db: Db, { id }: StandingChange) =>
  sql`update passkeys p set name = c.kept->>'name' from means_changes c
    where c.id = ${id} and p.id = c.means_id and p.user_id = c.user_id`.execute(db)

/** Restores a removed authenticator app, or set of recovery codes. */
export async function putBackFactor(db: Db, change: StandingChange): Promise<void> {
  await sql`insert into factors select r.* from means_changes c, jsonb_populate_record(null::factors, c.kept) r
    where c.id = ${change.id} on conflict do nothing`.execute(db)
  await putBackCodes(db, change)
}

/** Restores recovery codes in place of those that replaced them, the used ones as used. */
export async function putBackCodes(db: Db, { id, means_id: factorId }: StandingChange): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('factor_id', '=', factorId as string)
    .execute()
  await sql`insert into recovery_codes
    select r.* from means_changes c, jsonb_populate_recordset(null::recovery_codes, c.kept->'codes') r
    where c.id = ${id} and exists (select from factors f where f.id = r.factor_id)`.execute(db)
}

/** Restores a removed identity at a provider, unless another account has it now. */
export const putBackIdentity = (db: Db, { id }: StandingChange) =>
  sql`insert into identities select r.* from means_changes c, jsonb_populate_record(null::identities, c.kept) r
    where c.id = ${id} on conflict do nothing`.execute(db)

/** Leaves an account without a password: a mailed link sets another. */
export const voidPassword = (db: Db, userId: string, now: Date) =>
  db.updateTable('users').set({ password_hash: null, updated_at: now }).where('id', '=', userId).execute()

/**
 * Pauses payouts of an account until an instant, or until a later one already set; lost steps are not removed any more.
 */
export const restPayouts = (db: Db, userId: string, until: Date) =>
  sql`update users set payouts_rest_until = greatest(payouts_rest_until, ${until}), steps_drop_at = null
    where id = ${userId}`.execute(db)

/**
 * Restarts the time of all changes that can be undone, and pauses payouts until the given instant for accounts that
 * have any, or whose payouts paused at `madeAt`.
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
