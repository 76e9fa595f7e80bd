import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** Held shared, in the snapshot, while an archive is written. Any constant will do that nothing else locks by. */
export const backupLock = 7_305_914_240

/** Whether somebody writes an archive, which will want the pictures that its snapshot knows. */
export async function isBackupUnderWay(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${backupLock}) as free`.execute(db)
  return !rows[0]?.free
}
