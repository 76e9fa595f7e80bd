import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'

export type Waiting = { count: number; cents: number }

const measured = sql`count(*)::int as count, coalesce(sum(o.waiting_return_cents), 0)::bigint as cents`

/** All returns that wait for a purchase, in cents. Reads only the partial index of waiting orders. */
export async function measureWaiting(db: Kysely<DB>): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select ${measured} from amazon_orders o where o.waiting_return_cents > 0`.execute(db)
  return rows[0] as Waiting
}

/** What still waits of the returns of an import that waited when it was merged, in cents. */
export async function measureWaitingOf(db: Kysely<DB>, importId: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select ${measured}
    from import_rows r join amazon_orders o on o.order_item_id = r.order_item_id
    where r.import_id = ${importId} and r.outcome = 'waiting_returns' and o.waiting_return_cents > 0`.execute(
    db,
  )
  return rows[0] as Waiting
}
