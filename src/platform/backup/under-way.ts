import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { DB } from '../database/schema.ts'

/** Whether somebody writes an archive, which will want the pictures that its snapshot knows. */
export async function isBackupUnderWay(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.backup}) as free`.execute(db)
  return !rows[0]?.free
}
