import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

const batch = 20_000

/**
 * Deletes the rows of `table`, which may be a partition, that meet `condition`, in batches that commit one by one, so
 * that no statement runs long. Several nodes may do so at once. Returns how many rows it deleted.
 */
export async function deleteInBatches(
  db: Kysely<DB>,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  let deleted = 0
  for (;;) {
    // The condition is checked again, since a row may have changed after it was found.
    const result = await sql`
      delete from ${sql.table(table)} where ${condition} and ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition} limit ${batch}))`.execute(db)
    const count = Number(result.numAffectedRows ?? 0)
    deleted += count
    if (count < batch) return deleted
  }
}
