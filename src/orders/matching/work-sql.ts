import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { type ClickSource, ofPeople } from './evidence-sql.ts'

/** Clicks where they were recorded: each look-up is one in every month of its window. */
export const recordedClicks: ClickSource = { table: 'clicks', condition: ofPeople }
/** The copy that {@link copyClicks} makes. */
export const copiedClicks: ClickSource = { table: 'matching_clicks', condition: sql`true` }

export async function countWaiting(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ orders: number }>`select count(*) as orders from orders_to_match`.execute(db)
  return rows[0]?.orders ?? 0
}

/** The next orders that wait, after one, by their ids. */
export async function nextWaiting(db: Kysely<DB>, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select order_item_id as id from orders_to_match where order_item_id > ${after}
    order by order_item_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Copies the clicks of people that may count for what waits, for this session, product by product: many look-ups cost
 * less in one small table in their order than in all months, where also bots' clicks lie between them.
 */
export async function copyClicks(db: Kysely<DB>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local work_mem = '128MB'`.execute(db)
  await sql`set local maintenance_work_mem = '128MB'`.execute(db)
  // A report's day begins and ends within a day of that of UTC.
  await sql`
    create temporary table matching_clicks as
    select product_id, clicked_at, id, kind from clicks
    where ${ofPeople}
      and clicked_at >= (select ${edgeOfWindows('min')}) - interval '91 days'
      and clicked_at < (select ${edgeOfWindows('max')}) + interval '3 days'
    order by product_id, clicked_at, id`.execute(db)
  await sql`create index on matching_clicks (product_id, clicked_at, id)`.execute(db)
  await sql`create index on matching_clicks (product_id, clicked_at, id) where kind = 'outbound'`.execute(db)
  await sql`analyze matching_clicks`.execute(db)
}

const edgeOfWindows = (edge: 'min' | 'max') => sql`
  ${sql.ref(edge)}(coalesce(o.ordered_at, o.order_date::timestamp at time zone 'UTC'))
  from orders_to_match join amazon_orders o using (order_item_id)`

export const dropCopy = (db: Kysely<DB>) => sql`drop table if exists matching_clicks`.execute(db)
