import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { DB } from '../database/schema.ts'

/** Whether an archive is being written, which will need the pictures of its snapshot. */
export async function isBackupUnderWay(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.backup}) as free`.execute(db)
  return !rows[0]?.free
}
