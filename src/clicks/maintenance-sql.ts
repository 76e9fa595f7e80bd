import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

const chunk = 20_000

/** Deletes the salts up to and including `day`. Returns how many there were. */
export async function deleteSalts(db: Kysely<DB>, day: string): Promise<number> {
  const result = await db.deleteFrom('click_salts').where('day', '<=', day).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Deletes rows from before `tooOld`, some at a time so that no statement runs long. Returns how many. */
export async function deleteAged(
  db: Kysely<DB>,
  table: 'click_events' | 'click_visits',
  age: 'clicked_at' | 'counted_at',
  tooOld: Date,
): Promise<number> {
  let deleted = 0
  for (;;) {
    const result = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${sql.ref(age)} < ${tooOld} limit ${chunk}))`.execute(db)
    const count = Number(result.numAffectedRows ?? 0)
    deleted += count
    if (count < chunk) return deleted
  }
}

/** Makes the partition of each month from that of `from` to that of `to`. */
export async function ensureMonths(db: Kysely<DB>, from: Date, to: Date): Promise<void> {
  await sql`
    select ensure_clicks_partition(month::date)
    from generate_series(
      date_trunc('month', ${from}::timestamptz at time zone 'UTC'), ${to}::timestamptz at time zone 'UTC',
      interval '1 month') as month`.execute(db)
}
