import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, ReturnAnswers } from '../../../platform/database/schema.ts'

type Db = Kysely<DB>

export type CandidateRow = {
  order_item_id: string
  day: string
  pieces: number
  cents: number
  left_cents: number
  is_alike: boolean
  payee_id: string | null
  username: string | null
}

/**
 * The purchases that a return of Fee-Earnings could belong to: through its own sub tag, or without one if those are one
 * creator's or there is none. Those with its price and fee for a piece come first, then the latest.
 */
export async function selectCandidates(db: Db, id: string): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    with back as materialized (
      select r.*, i.currency from fee_rows r
      join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
      join import_batches i on i.id = r.import_id
      where r.order_item_id = ${id} and r.cents < 0
    ), several as materialized (
      select q.is_own from back cross join lateral returns_of_several(array[back.fee_key]) q where q.return_id = ${id}
    ), taken as materialized (
      select t.purchase_id, sum(t.cents) as cents from back cross join lateral fee_takings(array[back.fee_key]) t group by 1
    )
    select p.order_item_id, p.day, p.pieces, p.cents, p.cents - coalesce(t.cents, 0) as left_cents,
      p.price_cents is not distinct from back.price_cents
        and ${feeOf('p')} = ${feeOf('back')} as is_alike, m.payee_id, n.username
    from back
    join fee_rows p on p.fee_key = back.fee_key and p.cents > 0 and p.day <= back.day
    join import_days d on d.import_id = p.import_id and d.day = p.day and d.counts
    join import_batches i on i.id = p.import_id and i.currency = back.currency
    left join taken t on t.purchase_id = p.order_item_id
    left join order_matches m on m.order_item_id = p.order_item_id
    left join payees y on y.id = m.payee_id
    left join profiles n on n.id = y.user_id
    where p.sub_tag in (back.sub_tag, '')
      and coalesce((select (p.sub_tag = back.sub_tag) = is_own from several), true)
    order by is_alike desc, p.day desc, p.order_item_id`.execute(db)
  return rows
}

/** The fee for a piece of a row of Fee-Earnings, in whole cents. */
const feeOf = (row: string) => sql.raw(`round(abs(${row}.cents)::numeric / greatest(abs(${row}.pieces), 1))`)

/** Whether an admin is asked about a return. */
export async function isAsked(db: Db, id: string): Promise<boolean> {
  const asked = await db
    .selectFrom('asked_returns')
    .select('return_id')
    .where('return_id', '=', id)
    .executeTakeFirst()
  return asked !== undefined
}

/** The answer in force about a return. */
export const selectAnswer = (db: Db, id: string) =>
  db
    .selectFrom('return_answers as a')
    .leftJoin('profiles as p', 'p.id', 'a.actor_id')
    .where('a.return_id', '=', id)
    .orderBy('a.id', 'desc')
    .limit(1)
    .select(['a.purchase_id', 'a.reason', 'a.answered_at', 'p.username'])
    .executeTakeFirst()

/** Stores an answer on a return, which is folded again by the next step that folds. */
export async function insertAnswer(db: Db, answer: Insertable<ReturnAnswers>): Promise<void> {
  await db.insertInto('return_answers').values(answer).execute()
  await db
    .insertInto('returns_to_fold')
    .values({ order_item_id: answer.return_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
