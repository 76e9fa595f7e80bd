import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** For a transaction that makes large temporary tables of its session, which several others may use. */
export async function prepareTemporaryTables(db: Kysely<DB>): Promise<void> {
  await sql`
    set local statement_timeout = 0; set local work_mem = '128MB'; set local maintenance_work_mem = '128MB'`.execute(
    db,
  )
}
