import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, PayeeClaims } from '../../platform/database/schema.ts'

/** What a person's payee is, and their address with whether it is proven. */
export const selectLeaver = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('payees as y')
    .innerJoin('users as u', 'u.id', 'y.user_id')
    .where('u.id', '=', userId)
    .select(['y.id as payee_id', 'u.email', 'u.email_verified_at'])
    .executeTakeFirst()

/** Notes what may be claimed of somebody who leaves. */
export const insertClaim = (db: Kysely<DB>, claim: Insertable<PayeeClaims>) =>
  db.insertInto('payee_claims').values(claim).execute()

/** What bears one of these marks and nobody has claimed, or this payee has; who left before `since` apart. */
export const selectClaims = (
  db: Kysely<DB>,
  { payeeId, mark, since }: { payeeId: string; mark: Buffer | null; since: Date },
) =>
  db
    .selectFrom('payee_claims')
    .where(({ or, and, eb }) =>
      or([
        eb('claimed_by', '=', payeeId),
        and([eb('claimed_by', 'is', null), eb('address_mark', '=', mark), eb('left_at', '>=', since)]),
      ]),
    )
    .select(['payee_id', 'left_at', 'claimed_at', 'moves_from'])
    .orderBy('left_at', 'desc')
    .orderBy('payee_id')
    .execute()

type Claiming = {
  payeeId: string
  mark: Buffer
  since: Date
  at: Date
  longAgo: Date
  from: { soon: Date; late: Date }
}

/** Gives a payee what bears this mark and nobody has claimed; of who left before `longAgo` later. Returns the former payees. */
export async function claimMarked(
  db: Kysely<DB>,
  { payeeId, mark, since, at, longAgo, from }: Claiming,
): Promise<string[]> {
  const rows = await db
    .updateTable('payee_claims')
    .set({ claimed_by: payeeId, claimed_at: at })
    .set(
      'moves_from',
      sql<Date>`case when left_at < ${longAgo} then ${from.late}::timestamptz else ${from.soon}::timestamptz end`,
    )
    .where('claimed_by', 'is', null)
    .where('address_mark', '=', mark)
    .where('left_at', '>=', since)
    .returning('payee_id')
    .execute()
  return rows.map(({ payee_id }) => payee_id)
}

/** The former payees whose claims go to their claimants by `now`. */
export const selectMoving = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('payee_claims')
    .where('moves_from', '<=', now)
    .select(['payee_id', 'claimed_by'])
    .$narrowType<{ claimed_by: string }>()
    .orderBy('payee_id')
    .execute()

/** Notes that an amount goes from a former payee to who has claimed it. */
export async function insertMove(
  db: Kysely<DB>,
  { payeeId, cents, at }: { payeeId: string; cents: number; at: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('claim_moves')
    .values({ payee_id: payeeId, amount_cents: cents, moved_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes details of a payee that did not count by `now`, or that others have replaced. */
export const deleteAllButCurrent = (db: Kysely<DB>, payeeId: string, currentId: string) =>
  db.deleteFrom('payout_details').where('payee_id', '=', payeeId).where('id', '<>', currentId).execute()

/** Removes the details of payees. */
export const deleteDetailsOfPayees = (db: Kysely<DB>, payeeIds: string[]) =>
  db
    .deleteFrom('payout_details')
    .where('payee_id', '=', (of) => of.fn.any(of.val(payeeIds)))
    .execute()

/** Payees who have left and whose details are kept, with whether they were to stay until `now` and a payout is under way. */
export async function selectKept(db: Kysely<DB>, now: Date) {
  const { rows } = await sql<{ payee_id: string; is_over: boolean; is_paid: boolean }>`
    select c.payee_id, c.pays_until <= ${now} as is_over,
      exists (select from payout_lines l where l.payee_id = c.payee_id and l.state in ('draft', 'approved', 'sent')) as is_paid
    from payee_claims c
    where exists (select from payout_details d where d.payee_id = c.payee_id)
    order by c.payee_id`.execute(db)
  return rows
}

/** Removes what nobody can claim any more, of who left before `since`. */
export const deleteForgotten = (db: Kysely<DB>, since: Date) =>
  db.deleteFrom('payee_claims').where('claimed_by', 'is', null).where('left_at', '<', since).execute()
