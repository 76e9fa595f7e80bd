import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../platform/database/batches.ts'
import type { DB } from '../platform/database/schema.ts'

/** Deletes the salts up to and including `day`. Returns how many there were. */
export async function deleteSalts(db: Kysely<DB>, day: string): Promise<number> {
  const result = await db.deleteFrom('click_salts').where('day', '<=', day).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Deletes rows from before `tooOld`. Returns how many. */
export const deleteAged = (
  db: Kysely<DB>,
  table: 'click_events' | 'click_visits',
  age: 'clicked_at' | 'counted_at',
  tooOld: Date,
): Promise<number> => deleteInBatches(db, table, sql`${sql.ref(age)} < ${tooOld}`)

/** Makes the partition of each month from that of `from` to that of `to`. */
export async function ensureMonths(db: Kysely<DB>, from: Date, to: Date): Promise<void> {
  await sql`
    select ensure_clicks_partition(month::date)
    from generate_series(
      date_trunc('month', ${from}::timestamptz at time zone 'UTC'), ${to}::timestamptz at time zone 'UTC',
      interval '1 month') as month`.execute(db)
}
