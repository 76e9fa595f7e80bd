import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { selectOrdersAt } from '../review/orders-sql.ts'
import type { RunOutcome } from '../runs/rules.ts'

type Db = Kysely<DB>

type RunPart = { runId: string; outcomes: RunOutcome[]; after?: string | undefined; limit: number }

/**
 * The orders of a run with any of these outcomes after an id, sorted by id. Each outcome is read only as far as the
 * page needs.
 */
export function selectRunOrders(db: Db, { runId, outcomes, after, limit }: RunPart) {
  const parts = outcomes.map(
    (outcome) => sql`(
      select order_item_id from run_orders where run_id = ${runId} and outcome = ${outcome}
        ${after === undefined ? sql`` : sql`and order_item_id > ${after}`}
      order by order_item_id limit ${limit})`,
  )
  return selectOrdersAt(db, {
    positions: sql`select order_item_id from (${sql.join(parts, sql` union all `)}) as listed
      order by order_item_id limit ${limit}`,
    columns: sql`position.order_item_id as cursor_id`,
    order: sql`position.order_item_id`,
  })
}
