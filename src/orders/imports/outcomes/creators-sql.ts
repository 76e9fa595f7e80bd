import { type Kysely, sql } from 'kysely'
import { textArray, uuidArray } from '../../../platform/database/binary-arrays.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { CreatorCents } from './tally-rules.ts'

type Db = Kysely<DB>

/** The usernames of payees who have an account. */
export async function selectUsernames(db: Db, payeeIds: string[]): Promise<Map<string, string>> {
  if (payeeIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; username: string }>`
    select y.id, p.username from payees y join profiles p on p.id = y.user_id
    where y.id = any (${payeeIds})`.execute(db)
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Amounts that would no longer be owed, by creator, in cents, if no other report had the orders of an import. */
export async function selectAtMost(db: Db, importId: string): Promise<CreatorCents[]> {
  const { rows } = await sql<CreatorCents>`
    select m.payee_id, count(*)::int as orders,
      -coalesce(sum(o.commission_cents) filter (where o.order_status = 'shipped'), 0)::bigint as cents
    from order_observations s join amazon_orders o on o.observation_id = s.id
    left join order_matches m on m.order_item_id = o.order_item_id
    where s.batch_id = ${importId} group by 1 order by 3, 1`.execute(db)
  return rows
}

/** Which of these people have an order whose newest report is an import. */
export async function selectCreditedOf(db: Db, importId: string, userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select y.user_id from payees y
    where y.user_id = any (${uuidArray(userIds)}::uuid[]) and exists (
      select from order_matches m
      join amazon_orders o on o.order_item_id = m.order_item_id
      join order_observations s on s.id = o.observation_id
      where m.payee_id = y.id and s.batch_id = ${importId})`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Which of these people have one of some orders, or are named by its sub tag or tracking id. */
export async function selectPaidByOrders(db: Db, orderIds: string[], userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select y.user_id from payees y
    where y.user_id = any (${uuidArray(userIds)}::uuid[]) and exists (
      select from amazon_orders o
      left join order_matches m on m.order_item_id = o.order_item_id
      left join short_links s on s.id = lower(o.sub_tag)
      left join products p on p.id = s.product_id
      where o.order_item_id = any (${textArray(orderIds)}::text[])
        and (m.payee_id = y.id or p.user_id = y.user_id or exists (
          select from tracking_ids t where t.payee_id = y.id and lower(t.tag) = lower(o.tracking_id))))`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}
