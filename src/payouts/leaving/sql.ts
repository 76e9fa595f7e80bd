import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, PayeeClaims } from '../../platform/database/schema.ts'

/** A person's payee, whether they have ever earned something, and their address with whether it is proven. */
export const selectLeaver = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('payees as y')
    .innerJoin('users as u', 'u.id', 'y.user_id')
    .where('u.id', '=', userId)
    .select(['y.id as payee_id', 'u.email', 'u.email_verified_at'])
    .select(sql<boolean>`exists (select from earnings_quarters q where q.payee_id = y.id)`.as('has_earned'))
    .executeTakeFirst()

/** Records a balance that may be claimed after its person has left. */
export const insertClaim = (db: Kysely<DB>, claim: Insertable<PayeeClaims>) =>
  db.insertInto('payee_claims').values(claim).execute()

/**
 * Balances with one of these marks that are unclaimed, or that this payee has claimed; those of people who left before
 * `since` separately.
 */
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
  /** Only of these former payees, if given. */
  of: string[] | undefined
  since: Date
  at: Date
  longAgo: Date
  from: { soon: Date; late: Date }
  /** The proof for the database that a former payee's balance may be claimed. */
  proofOf: (payeeId: string) => Buffer
}

/**
 * Gives a payee the unclaimed balances with this mark, later for people who left before `longAgo`. Returns the former
 * payees.
 */
export async function claimMarked(
  db: Kysely<DB>,
  { payeeId, mark, of, since, at, longAgo, from, proofOf }: Claiming,
): Promise<string[]> {
  const found = await db
    .selectFrom('payee_claims')
    .select('payee_id')
    .where('claimed_by', 'is', null)
    .where('address_mark', '=', mark)
    .where('left_at', '>=', since)
    .$if(of !== undefined, (query) => query.where('payee_id', 'in', of ?? []))
    .orderBy('payee_id')
    .forUpdate()
    .execute()
  const ids = found.map(({ payee_id }) => payee_id)
  await sql`
    update payee_claims c set claimed_by = ${payeeId}, claimed_at = ${at}, proof = p.proof,
      moves_from = case when left_at < ${longAgo} then ${from.late}::timestamptz else ${from.soon}::timestamptz end
    from unnest(${ids}::uuid[], ${ids.map(proofOf)}::bytea[]) as p (payee_id, proof)
    where c.payee_id = p.payee_id`.execute(db)
  return ids
}

/** Unclaimed balances of this key without a hash of their proof. */
export const selectUnproven = (db: Kysely<DB>, keyMark: Buffer) =>
  db
    .selectFrom('payee_claims')
    .select(['payee_id', 'address_mark'])
    .where('claimed_by', 'is', null)
    .where('proof_hash', 'is', null)
    .where('key_mark', '=', keyMark)
    .execute()

/** Records the hash of the proof that a claim will need, unless it is recorded. */
export const noteProofHash = (db: Kysely<DB>, payeeId: string, hash: Buffer) =>
  db
    .updateTable('payee_claims')
    .set({ proof_hash: hash })
    .where('payee_id', '=', payeeId)
    .where('claimed_by', 'is', null)
    .where('proof_hash', 'is', null)
    .execute()

/** The former payees with a claim, and whether their balances still wait at `now`. */
export const selectMoving = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('payee_claims')
    .where('claimed_by', 'is not', null)
    .select(['payee_id', 'claimed_by', sql<boolean>`moves_from > ${now}`.as('waits')])
    .$narrowType<{ claimed_by: string }>()
    .orderBy('payee_id')
    .execute()

/** Records that an amount moves from a former payee to the claimant. */
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

/**
 * Payees who have left and whose details are kept, with whether their time ends after `now` and whether a payout is
 * under way.
 */
export async function selectKept(db: Kysely<DB>, now: Date) {
  const { rows } = await sql<{ payee_id: string; is_over: boolean; is_paid: boolean }>`
    select c.payee_id, c.pays_until <= ${now} as is_over,
      exists (select from payout_lines l where l.payee_id = c.payee_id and l.state in ('draft', 'approved', 'sent', 'cancelling')) as is_paid
    from payee_claims c
    where exists (select from payout_details d where d.payee_id = c.payee_id and d.sealed is not null)
    order by c.payee_id`.execute(db)
  return rows
}

/** Removes expired claims of people who left before `since`; the database refuses it within three years. */
export const deleteForgotten = (db: Kysely<DB>, since: Date) =>
  db.deleteFrom('payee_claims').where('claimed_by', 'is', null).where('left_at', '<', since).execute()
