import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { TestApp } from '../../../tests/harness/app.ts'
import { insertOrder } from '../../../tests/harness/factories.ts'
import type { Person } from '../../../tests/harness/people.ts'
import type { AmazonOrders, DB, OrderMatches } from '../../platform/database/schema.ts'

/** An order as an import leaves it: waiting to be matched, unless set otherwise. */
export async function storeOrder(
  { database: { db }, clock }: TestApp,
  {
    id,
    waits = true,
    ...values
  }: Updateable<AmazonOrders> & { id?: string | undefined; waits?: boolean } = {},
): Promise<string> {
  const order = await insertOrder(db, { ...(id !== undefined && { id }), at: clock.now() })
  await db
    .updateTable('amazon_orders')
    .set({ product_title: 'A mug', ...values })
    .where('order_item_id', '=', order.id)
    .execute()
  if (waits) await queueOrder(db, order.id)
  return order.id
}

/** Queues an order for the next matching. */
export const queueOrder = (db: Kysely<DB>, id: string) =>
  sql`insert into orders_to_match select order_item_id, order_date from amazon_orders where order_item_id = ${id}
    on conflict do nothing`.execute(db)

/** An order that has been matched. */
export async function storeMatch(
  { database: { db }, clock }: TestApp,
  orderItemId: string,
  values: Partial<Selectable<OrderMatches>> = {},
): Promise<void> {
  const { order_date } = await db
    .selectFrom('amazon_orders')
    .select('order_date')
    .where('order_item_id', '=', orderItemId)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('orders_to_match').where('order_item_id', '=', orderItemId).execute()
  await db
    .insertInto('order_matches')
    .values({
      order_item_id: orderItemId,
      order_date,
      confidence: 'unknown',
      reason: 'No click was found.',
      evidence: JSON.stringify({ rule: values.payee_id ? 'view_24h' : 'none' }),
      matched_at: clock.now(),
      ...values,
    })
    .execute()
}

/** A ledger row of an order, as the calculator posts it. */
export async function storeEntry(
  { database: { pool }, clock }: TestApp,
  { orderItemId, payeeId, position = 1 }: { orderItemId: string; payeeId: string; position?: number },
): Promise<void> {
  await pool.query(
    `insert into earnings_ledger (payee_id, order_item_id, pair_sequence, transaction_type, gross_commission_cents,
       platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     values ($1, $2, $3::int, case when $3::int = 1 then 'commission' else 'adjustment' end, 400, 80, 320, 2000,
       '2026-11-29', $4)`,
    [payeeId, orderItemId, position, clock.now()],
  )
}

/** The calls for reviewing orders, as an admin makes them. */
export const reviewOf = (app: TestApp, { token }: Pick<Person, 'token'>) => {
  const call = (method: string, path: string, body?: unknown) =>
    app.request(method, `/api/v1/admin/${path}`, { token, ...(body !== undefined && { body }) })
  const at = (id: string) => `orders/${encodeURIComponent(id)}`
  return {
    call,
    list: async (query: Record<string, string> = {}) =>
      (await call('GET', `orders?${new URLSearchParams(query)}`)).body,
    read: (id: string) => call('GET', at(id)),
    assign: (
      id: string,
      product_ref: string,
      version: number | null,
      reason = 'The creator showed the receipt.',
    ) => call('PUT', `${at(id)}/match`, { product_ref, reason, version }),
    accept: (id: string, reason = 'The creator showed the receipt.') =>
      call('POST', `${at(id)}/accept`, { reason }),
    unassign: (id: string, version: number | null, reason = 'That was a mistake.') =>
      call('DELETE', `${at(id)}/match`, { reason, version }),
  }
}

export type Review = ReturnType<typeof reviewOf>

/** The ids of a list's orders. */
export const idsOf = ({ items }: { items: { order_item_id: string }[] }): string[] =>
  items.map(({ order_item_id }) => order_item_id)
