import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Does `work` in a savepoint and rolls it back unless `isAccepted` is true. */
export async function tried<T>(
  db: Kysely<DB>,
  work: () => Promise<T>,
  isAccepted: (result: T) => boolean = () => false,
): Promise<T> {
  await sql`savepoint trial`.execute(db)
  const result = await work()
  if (!isAccepted(result)) await sql`rollback to savepoint trial`.execute(db)
  return result
}
