import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

/**
 * The common facts of orders that are decided together: the report that counts, the creator that the evidence names,
 * and why.
 */
export type DisagreementGroup = { import_id: string; payee_id: string | null; claim: string }

type GroupRow = DisagreementGroup & {
  file_name: string | null
  username: string | null
  orders: number
  commission_cents: number
  currency: string
  creators: number
  first_day: string
  last_day: string
}

// Orders whose evidence disagrees, with the facts that group them.
const disagreeing = sql`
  order_disagreements d join order_matches m using (order_item_id) join amazon_orders o using (order_item_id)
  join order_observations s on s.id = o.observation_id`

/** Orders whose evidence disagrees, grouped by report, claim and reason; the highest commission first. */
export async function selectDisagreementGroups(db: Db, limit: number): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.*, b.file_name, p.username
    from (
      select s.batch_id as import_id, d.payee_id, d.reason as claim, count(*)::int as orders,
        sum(o.commission_cents)::bigint as commission_cents, min(o.currency) as currency, count(distinct m.payee_id)::int as creators,
        min(o.order_date) as first_day, max(o.order_date) as last_day
      from ${disagreeing}
      group by 1, 2, 3
      order by 5 desc, 4 desc, 1, 2, 3 limit ${limit}
    ) g
    join import_batches b on b.id = g.import_id
    left join payees y on y.id = g.payee_id
    left join profiles p on p.id = y.user_id
    order by g.commission_cents desc, g.orders desc, g.import_id, g.payee_id, g.claim`.execute(db)
  return rows
}

type OrderOfGroup = { id: string; cents: number; currency: string; payee_id: string | null }

/**
 * The orders of such a group in the order in which they are locked, with their commission in cents and their present
 * payee.
 */
export async function selectDisagreeing(
  db: Db,
  { import_id, payee_id, claim }: DisagreementGroup,
): Promise<OrderOfGroup[]> {
  const { rows } = await sql<OrderOfGroup>`
    select d.order_item_id as id, o.commission_cents as cents, o.currency, m.payee_id
    from ${disagreeing}
    where s.batch_id = ${import_id} and d.payee_id is not distinct from ${payee_id}::uuid and d.reason = ${claim}
    order by 1`.execute(db)
  return rows
}
