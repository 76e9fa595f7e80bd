import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** Whether there are orders, and how many wait in each queue: an index gone through from end to end. */
export async function countOrders(
  db: Kysely<DB>,
): Promise<{ has_orders: boolean; waiting_for_match: number; waiting_for_calculation: number }> {
  const { rows } = await sql<Awaited<ReturnType<typeof countOrders>>>`
    select coalesce((select true from amazon_orders order by order_item_id limit 1), false) as has_orders,
      (select count(*) from orders_to_match) as waiting_for_match,
      (select count(*) from orders_to_post) as waiting_for_calculation`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Those of some marketplaces in which a live product is, whose link leads to a known item. */
export async function selectMarketplacesInUse(db: Kysely<DB>, marketplaces: string[]): Promise<string[]> {
  const { rows } = await sql<{ marketplace: string }>`
    select m.marketplace from unnest(${marketplaces}::text[]) with ordinality as m (marketplace, n)
    where exists (
      select from products p
      where p.marketplace = m.marketplace and not p.asin_is_made_up and p.deleted_at is null offset 0)
    order by n`.execute(db)
  return rows.map(({ marketplace }) => marketplace)
}
