import { type Kysely, sql } from 'kysely'
import { textArray, uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { ReviewReason } from '../contract.ts'

/** An order's rows of a payee. */
type Pair = { orderItemId: string; payeeId: string }
/** When something takes effect: the instant, and the reports' day. */
type When = { at: Date; today: string }

/**
 * Puts review holds on rows: they do not become posted until an admin has decided (decision 34). Rows that have one
 * keep it. The caller has locked the orders.
 */
export async function holdPairs(
  db: Kysely<DB>,
  pairs: (Pair & { reason: ReviewReason })[],
  { at, today }: When,
): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    insert into earnings_holds (order_item_id, payee_id, place, reason, on_day, created_at)
    select n.order_item_id, n.payee_id, last.place + 1, n.reason, ${today}::date, ${at}::timestamptz
    from unnest(
      ${textArray(pairs.map(({ orderItemId }) => orderItemId))}::text[],
      ${uuidArray(pairs.map(({ payeeId }) => payeeId))}::uuid[],
      ${textArray(pairs.map(({ reason }) => reason))}::text[]
    ) as n (order_item_id, payee_id, reason)
    cross join lateral (
      select coalesce(max(place), 0) as place from earnings_holds h
      where h.order_item_id = n.order_item_id and h.payee_id = n.payee_id
    ) last
    where last.place % 2 = 0
    order by 1, 2`.execute(db)
}

/** Ends the review holds of pairs that have one: their dates count again from this day on. */
export async function releasePairs(db: Kysely<DB>, pairs: Pair[], { at, today }: When): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    insert into earnings_holds (order_item_id, payee_id, place, reason, on_day, created_at)
    select n.order_item_id, n.payee_id, last.place + 1, last.reason, ${today}::date, ${at}::timestamptz
    from unnest(
      ${textArray(pairs.map(({ orderItemId }) => orderItemId))}::text[],
      ${uuidArray(pairs.map(({ payeeId }) => payeeId))}::uuid[]
    ) as n (order_item_id, payee_id)
    cross join lateral (
      select place, reason from earnings_holds h
      where h.order_item_id = n.order_item_id and h.payee_id = n.payee_id
      order by place desc limit 1
    ) last
    where last.place % 2 = 1
    order by 1, 2`.execute(db)
}

/** The pairs of these orders that are under review. */
export async function selectReviewHolds(db: Kysely<DB>, orderItemIds: string[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select h.order_item_id as "orderItemId", h.payee_id as "payeeId"
    from unnest(${textArray(orderItemIds)}::text[]) as o (id)
    cross join lateral (
      select order_item_id, payee_id from earnings_holds where order_item_id = o.id
      group by order_item_id, payee_id having max(place) % 2 = 1
    ) h`.execute(db)
  return rows
}
