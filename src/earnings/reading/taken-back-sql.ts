import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** The amount that a run has taken back of an order, in cents below zero. */
type TakenBack = { cents: number; title: string | null; isReturned: boolean }

/** The payees from whom a posting run has taken something back; without those of people who have left. */
export async function selectTakenFrom(db: Kysely<DB>, postingRunId: string): Promise<string[]> {
  const { rows } = await sql<{ payee_id: string }>`
    select distinct payee_id from (
      select payee_id from earnings_ledger where posting_run_id = ${postingRunId} and order_item_id is not null
      group by payee_id, order_item_id having sum(user_amount_cents) < 0
    ) l join payees p on p.id = l.payee_id where p.user_id is not null`.execute(db)
  return rows.map(({ payee_id }) => payee_id)
}

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
