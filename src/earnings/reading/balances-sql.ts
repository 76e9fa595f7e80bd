import { type Kysely, type RawBuilder, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'

/**
 * Rows of orders that are under review, of payees that a statement selects. Sums of quarters of an hour count them like
 * others, so whoever reads those subtracts them, and adds them as pending without a day.
 */
export const rowsUnderReview = (payeeIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.payee_id, quarter_of(l.created_at) as quarter, l.available_on, l.marketplace, l.earning_month, l.user_amount_cents
  from (
    select payee_id, order_item_id from earnings_holds
    where payee_id in (${payeeIds})
    group by payee_id, order_item_id
  ) h
  join earnings_ledger l using (payee_id, order_item_id)
  where under_review(payee_id, order_item_id) is not null`

type Sums = { payee_id: string; posted: number; pending: number; paid: number }

/** What payees have, in cents, posted or pending by `today`. */
export async function selectBalances(db: Kysely<DB>, payeeIds: string[], today: string): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    with asked as materialized (
      select unnest(${uuidArray(payeeIds)}::uuid[]) as payee_id
    ), held as materialized (${rowsUnderReview(sql`select payee_id from asked`)})
    select payee_id,
      coalesce(sum(cents) filter (where is_posted), 0)::bigint as posted,
      coalesce(sum(cents) filter (where not is_posted), 0)::bigint as pending,
      coalesce(-sum(paid), 0)::bigint as paid
    from asked
    left join (
      select payee_id, posted_on(marketplace, earning_month, available_on) <= ${today}::date and not is_held as is_posted,
        cents, paid
      from (
        select payee_id, marketplace, earning_month, available_on, false as is_held, user_amount_cents as cents,
          paid_cents as paid
        from earnings_quarters where payee_id in (select payee_id from asked)
        union all
        select payee_id, marketplace, earning_month, available_on, false, -user_amount_cents, 0 from held
        union all
        select payee_id, marketplace, earning_month, available_on, true, user_amount_cents, 0 from held
      ) q
    ) q using (payee_id)
    group by payee_id`.execute(db)
  return rows
}
