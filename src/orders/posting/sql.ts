import { type Kysely, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { OrderState, WaitingOrder } from './rules.ts'

export async function countWaiting(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('orders_to_post')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next orders of the queue after an id, sorted by id, and whose each is. */
export async function nextWaiting(db: Kysely<DB>, after: string, limit: number): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    select order_item_id as id,
      (select payee_id from order_matches m where m.order_item_id = q.order_item_id) as "payeeId"
    from orders_to_post q where order_item_id > ${after}
    order by order_item_id limit ${limit}`.execute(db)
  return rows
}

/** Locks orders, sorted by id like every transaction that changes orders, so that two never wait for each other. */
export const lockOrders = (db: Kysely<DB>, orderItemIds: string[]) =>
  sql`select from amazon_orders where order_item_id = any (${textArray(orderItemIds)}::text[])
    order by order_item_id for no key update`.execute(db)

/**
 * What decides the worth of these orders. Orders under an admin's review are left out: what is posted of them stays
 * as it is. Run it after {@link lockOrders}, as a statement of its own: a statement that waits for the locks sees
 * matches as they were before.
 */
export async function selectStates(db: Kysely<DB>, orderItemIds: string[]): Promise<OrderState[]> {
  const { rows } = await sql<OrderState>`
    select o.order_item_id, o.marketplace, o.order_date, o.order_status, o.commission_cents, o.observation_id is null as is_withdrawn,
      o.observation_id, m.payee_id, m.product_id, m.review, m.confidence, m.evidence, m.reason, m.note_to_creator
    from amazon_orders o
    left join lateral (
      select payee_id, product_id, review, confidence, evidence, reason, note_to_creator
      from order_matches where order_item_id = o.order_item_id limit 1
    ) m on true
    where o.order_item_id = any (${textArray(orderItemIds)}::text[]) and o.review_reason is null`.execute(db)
  return rows
}

export const dequeue = (db: Kysely<DB>, orderItemIds: string[]) =>
  sql`delete from orders_to_post where order_item_id = any (${textArray(orderItemIds)}::text[])`.execute(db)
