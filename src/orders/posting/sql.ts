import { type Kysely, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { OrderState } from './rules.ts'

export async function countWaiting(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('orders_to_post')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next orders of the queue after an id, in the order in which every transaction locks them. */
export async function nextWaiting(db: Kysely<DB>, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders_to_post')
    .select('order_item_id')
    .where('order_item_id', '>', after)
    .orderBy('order_item_id')
    .limit(limit)
    .execute()
  return rows.map(({ order_item_id }) => order_item_id)
}

/**
 * The facts that decide the worth of these orders. Orders under an admin's review are left out: their posted rows stay
 * as they are. Run it after {@link lockOrders}, as a statement of its own: a statement that waits for the locks sees
 * matches as they were before.
 */
export async function selectStates(db: Kysely<DB>, orderItemIds: string[]): Promise<OrderState[]> {
  const { rows } = await sql<OrderState>`
    select o.order_item_id, o.marketplace, o.order_date, o.shipped_on, o.order_status, o.currency, w.months, o.observation_id is null as is_withdrawn,
      o.observation_id, m.payee_id, m.product_id, m.review, m.confidence, m.evidence, m.reason, m.note_to_creator
    from amazon_orders o
    left join lateral (
      -- Most of it is the other creators' evidence, which is not read here.
      select payee_id, product_id, review, confidence, evidence - 'sides' as evidence, reason, note_to_creator
      from order_matches where order_item_id = o.order_item_id limit 1
    ) m on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('month', m.earning_month, 'amount', m.commission_cents,
        'rate', r.usd_per_unit::text)), '[]') as months
      from order_months m
      left join current_rates r on (r.currency, r.earning_month) = (o.currency, m.earning_month)
      where m.order_item_id = o.order_item_id
    ) w
    where o.order_item_id = any (${textArray(orderItemIds)}::text[]) and o.review_reason is null`.execute(db)
  return rows
}

export const dequeue = (db: Kysely<DB>, orderItemIds: string[]) =>
  sql`delete from orders_to_post where order_item_id = any (${textArray(orderItemIds)}::text[])`.execute(db)
