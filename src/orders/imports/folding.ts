import { sql } from 'kysely'
import { type Context, inTransaction } from '../../platform/context.ts'
import { type Db, prepareLong, runStatements } from './effect-sql.ts'
import { noImport } from './formats/turn-over-sql.ts'
import { refoldNamed } from './merge-sql.ts'
import { lockMerging } from './sql.ts'

const hasWaiting = async (db: Db): Promise<boolean> =>
  (await sql`select from returns_to_fold limit 1`.execute(db)).rows.length > 0

/** What {@link refoldNamed} folds beside the purchases that wait for it: nothing. */
const nothing =
  'select null::text as order_item_id, null::text as fee_key, false as is_reported, null::uuid as counting_id where false'

/**
 * Has returns take anew from purchases that have become another creator's, or that an admin has named: whose they are
 * decides which of them a return may take from (docs/product/reports.md#whose-return-is-this). Without any it does nothing.
 */
export async function foldReturns(context: Context): Promise<void> {
  if (!(await hasWaiting(context.db))) return
  await inTransaction(context, async (tx) => {
    await prepareLong(tx.db)
    await lockMerging(tx.db)
    const at = `timestamptz '${tx.clock().toISOString()}'`
    await runStatements(tx.db, [refoldNamed({ named: nothing, at, importId: noImport })])
  })
}
