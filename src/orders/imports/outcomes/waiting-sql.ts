import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'

/** Returns of a currency that wait for a purchase, and their sum in its smallest unit. */
export type Waiting = { currency: string; count: number; cents: number }

const measured = sql`o.currency, count(*)::int as count, coalesce(sum(o.waiting_return_cents), 0)::bigint as cents`

/** All returns that wait for a purchase. Reads only the partial index of waiting orders. */
export async function measureWaiting(db: Kysely<DB>): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select ${measured} from amazon_orders o where o.waiting_return_cents > 0
    group by o.currency order by count(*) desc, o.currency`.execute(db)
  return rows
}

/** The part of an import's returns that waited when it was merged and still waits; undefined if none does. */
export async function measureWaitingOf(db: Kysely<DB>, importId: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select ${measured}
    from import_rows r join amazon_orders o on o.order_item_id = r.order_item_id
    where r.import_id = ${importId} and r.outcome = 'waiting_returns' and o.waiting_return_cents > 0
    group by o.currency order by count(*) desc, o.currency limit 1`.execute(db)
  return rows[0]
}
