import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** Moves `most` deltas at a time into the roll-ups. Returns how many it moved; less than `most` when none were left. */
export async function foldDeltas(db: Kysely<DB>, most: number): Promise<number> {
  const { rows } = await sql<{ moved: number }>`select fold_clicks(${most}) as moved`.execute(db)
  return rows[0]?.moved ?? 0
}
