import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, PayoutDetails } from '../../platform/database/schema.ts'
import type { PayoutMethod } from './contract.ts'

/** A person's payee; none for who has just deleted their account. */
export const selectPayeeId = async (db: Kysely<DB>, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('payees').select('id').where('user_id', '=', userId).executeTakeFirst())?.id

/** The details of a person, at most two, the newest first. */
export const selectDetails = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('payout_details as d')
    .innerJoin('payees as p', 'p.id', 'd.payee_id')
    .select(['d.id', 'd.payee_id', 'd.sealed', 'd.key_mark', 'd.counts_from', 'd.created_at'])
    .select('d.method')
    .$narrowType<{ method: PayoutMethod }>()
    .where('p.user_id', '=', userId)
    .orderBy('d.counts_from', 'desc')
    .execute()

/** Adds details. The caller holds the account. */
export async function insertDetails(db: Kysely<DB>, values: Insertable<PayoutDetails>): Promise<string> {
  const { id } = await db
    .insertInto('payout_details')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes details of a payee that do not count yet. Returns whether there were any. */
export async function deleteComing(db: Kysely<DB>, payeeId: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('payout_details')
    .where('payee_id', '=', payeeId)
    .where('counts_from', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes these details, unless they count. */
export const deleteDetails = (db: Kysely<DB>, id: string) =>
  db.deleteFrom('payout_details').where('id', '=', id).where('counts_from', '>', sql<Date>`now()`).execute()

/** Removes details of a payee that others have replaced. */
export const deleteReplaced = (db: Kysely<DB>, payeeId: string, now: Date) =>
  db
    .deleteFrom('payout_details as d')
    .where('d.payee_id', '=', payeeId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payout_details as later')
          .select(sql.lit(1).as('one'))
          .whereRef('later.payee_id', '=', 'd.payee_id')
          .whereRef('later.counts_from', '>', 'd.counts_from')
          .where('later.counts_from', '<=', now),
      ),
    )
    .execute()

/** Removes all details of a person. */
export const deleteDetailsOf = (db: Kysely<DB>, userId: string) =>
  db
    .deleteFrom('payout_details')
    .where('payee_id', 'in', (of) => of.selectFrom('payees').select('id').where('user_id', '=', userId))
    .execute()

/** From when on details count. */
export const selectCountsFrom = async (db: Kysely<DB>, id: string): Promise<Date | undefined> =>
  (await db.selectFrom('payout_details').select('counts_from').where('id', '=', id).executeTakeFirst())
    ?.counts_from

/** The proven address of a person who can sign in. */
export const selectProvenAddress = async (db: Kysely<DB>, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst()
  )?.email

/** How many details there are, and how many of another key than this one. */
export async function countDetails(db: Kysely<DB>, keyMark: Buffer | null) {
  const { all, lost } = await db
    .selectFrom('payout_details')
    .select((of) => [
      of.fn.countAll<number>().as('all'),
      of.fn.countAll<number>().filterWhere('key_mark', 'is distinct from', keyMark).as('lost'),
    ])
    .executeTakeFirstOrThrow()
  return { all: Number(all), lost: Number(lost) }
}
