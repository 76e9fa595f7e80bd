import { type Kysely, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import { prepareTemporaryTables } from '../temporary-tables-sql.ts'
import type { OrderState } from './rules.ts'

export async function countWaiting(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('orders_to_post')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Lists the queue in a temporary table of this session, the orders of a payee together, so that what they add to is
 * written once, and is still in memory for the next. Run it in a transaction.
 */
export async function listWaiting(db: Kysely<DB>): Promise<void> {
  await prepareTemporaryTables(db)
  await sql`
    create temporary table posting_orders as
    select coalesce(payee_id, ${nobody}::uuid) as payee_id, order_item_id
    from orders_to_post left join order_matches using (order_item_id)
    order by 1, 2`.execute(db)
  await sql`create unique index on posting_orders (payee_id, order_item_id)`.execute(db)
  await sql`analyze posting_orders`.execute(db)
}

/** Stands first, for orders that are nobody's. */
const nobody = '00000000-0000-0000-0000-000000000000'

export const dropList = (db: Kysely<DB>) => sql`drop table if exists posting_orders`.execute(db)

/** An order of the list; by these two it has the same place in every session's. */
export type Listed = { payeeId: string; id: string }

/** An end of the list. */
export type End = 'first' | 'last'

/** From which end, and the last order taken from either: null for none. */
type Part = { end: End; taken: Record<End, Listed | null>; limit: number }

/** The next orders from one end of the session's list, between those taken from both. */
export async function nextOfList(db: Kysely<DB>, { end, taken, limit }: Part): Promise<Listed[]> {
  const { first, last } = taken
  const { rows } = await sql<Listed>`
    select payee_id as "payeeId", order_item_id as id from posting_orders
    where ${first === null ? sql`true` : sql`(payee_id, order_item_id) > (${first.payeeId}::uuid, ${first.id})`}
      and ${last === null ? sql`true` : sql`(payee_id, order_item_id) < (${last.payeeId}::uuid, ${last.id})`}
    order by ${end === 'first' ? sql`payee_id, order_item_id` : sql`payee_id desc, order_item_id desc`}
    limit ${limit}`.execute(db)
  return rows
}

/**
 * What decides the worth of these orders. Orders under an admin's review are left out: what is posted of them stays
 * as it is. Run it after {@link lockOrders}, as a statement of its own: a statement that waits for the locks sees
 * matches as they were before.
 */
export async function selectStates(db: Kysely<DB>, orderItemIds: string[]): Promise<OrderState[]> {
  const { rows } = await sql<OrderState>`
    select o.order_item_id, o.marketplace, o.order_date, o.shipped_on, o.order_status, o.currency, w.months, o.observation_id is null as is_withdrawn,
      o.observation_id, m.payee_id, m.product_id, m.review, m.confidence, m.evidence, m.reason, m.note_to_creator
    from amazon_orders o
    left join lateral (
      -- Which other creators had evidence is most of it, and nobody's to read here.
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
