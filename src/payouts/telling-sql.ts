import { type Kysely, sql } from 'kysely'
import { textArray, uuidArray } from '../platform/database/binary-arrays.ts'
import type { DB } from '../platform/database/schema.ts'
import type { MonthOf } from './transfers/sql.ts'

/** The people whose payees these are; without those who have left. */
export async function selectPeopleOf(db: Kysely<DB>, payeeIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from payees where id = any (${uuidArray(payeeIds)}::uuid[]) and user_id is not null`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}

/** The people who have something of these orders, each with how many of them. */
export async function selectPeopleOfOrders(
  db: Kysely<DB>,
  orderIds: string[],
): Promise<{ userId: string; orders: number }[]> {
  const { rows } = await sql<{ userId: string; orders: number }>`
    select y.user_id as "userId", count(*)::int as orders
    from earnings_orders o join payees y on y.id = o.payee_id
    where o.order_item_id = any (${textArray(orderIds)}::text[]) and y.user_id is not null
    group by 1`.execute(db)
  return rows
}

/** The people who have earned something in a month of a marketplace, each with how much that is. */
export async function selectPeopleOfMonth(
  db: Kysely<DB>,
  { marketplace, month }: MonthOf,
): Promise<{ userId: string; cents: number }[]> {
  const { rows } = await sql<{ userId: string; cents: number }>`
    select y.user_id as "userId", sum(q.user_amount_cents)::float8 as cents
    from earnings_quarters q join payees y on y.id = q.payee_id
    where (q.marketplace, q.earning_month) = (${marketplace}, ${`${month}-01`}::date) and y.user_id is not null
    group by 1 having sum(q.user_amount_cents) > 0`.execute(db)
  return rows
}
