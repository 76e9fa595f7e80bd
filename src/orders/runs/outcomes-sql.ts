import { type Kysely, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { RunOutcome } from './rules.ts'

type Db = Kysely<DB>

/** The number of orders of a run by outcome. */
export async function countRunOrders(db: Db, runId: string): Promise<Record<RunOutcome, number>> {
  const { rows } = await sql<{ outcome: RunOutcome; count: number }>`
    select outcome, count(*)::int as count from run_orders where run_id = ${runId} group by outcome`.execute(
    db,
  )
  const none = { high: 0, medium: 0, unknown: 0, left_alone: 0, timed_out: 0, processed: 0, unchanged: 0 }
  return Object.assign(none, Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])))
}

/**
 * Stores the outcomes of a calculation. An order that came twice, since it changed meanwhile, is processed if it was
 * either time.
 */
export async function listCalculated(
  db: Db,
  runId: string,
  { processed, unchanged }: Record<'processed' | 'unchanged', string[]>,
): Promise<void> {
  await sql`
    with again as (
      delete from run_orders where run_id = ${runId} and outcome = 'unchanged'
        and order_item_id = any (${textArray(processed)}::text[])
    )
    insert into run_orders (run_id, outcome, order_item_id)
    select ${runId}::uuid, 'processed', id from unnest(${textArray(processed)}::text[]) as o (id)
    union all
    select ${runId}::uuid, 'unchanged', id from unnest(${textArray(unchanged)}::text[]) as o (id)
    where not exists (
      select from run_orders where run_id = ${runId} and outcome = 'processed' and order_item_id = id)
    order by 2, 3
    on conflict do nothing`.execute(db)
}

/** Lists orders that a matching could not decide on in the time of a statement. */
export const listTimedOut = (db: Db, runId: string, orderItemIds: string[]) =>
  sql`insert into run_orders (run_id, outcome, order_item_id)
    select ${runId}::uuid, 'timed_out', id from unnest(${textArray(orderItemIds)}::text[]) as o (id)`.execute(
    db,
  )
