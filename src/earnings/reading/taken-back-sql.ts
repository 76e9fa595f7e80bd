import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** The amount that a run has taken back of an order, in cents below zero. */
type TakenBack = { cents: number; title: string | null; isReturned: boolean }

/** What a posting run has taken back from a payee, an order each, the most first. */
export async function selectTakenBack(
  db: Kysely<DB>,
  of: { postingRunId: string; payeeId: string },
): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    select sum(l.user_amount_cents)::float8 as cents, min(o.product_title) as title,
      bool_or(l.transaction_type = 'return') as "isReturned"
    from earnings_ledger l left join amazon_orders o on o.order_item_id = l.order_item_id
    where l.posting_run_id = ${of.postingRunId} and l.payee_id = ${of.payeeId} and l.order_item_id is not null
    group by l.order_item_id having sum(l.user_amount_cents) < 0
    order by 1, l.order_item_id`.execute(db)
  return rows
}

/** Whose payee it is; null once they have left. */
export const selectUserOf = async (db: Kysely<DB>, payeeId: string): Promise<string | null> =>
  (await db.selectFrom('payees').where('id', '=', payeeId).select('user_id').executeTakeFirst())?.user_id ??
  null
