import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { JobKind } from './job.ts'
import { addJob } from './sql.ts'

type Options = {
  /** A waiting job with the same key is replaced by this one. */
  key?: string
  /** Not before this instant of the database's clock; at once if unset. */
  runAt?: Date
  /** How often it is tried, with e, e², e³ … seconds between (six hours at most); 25 times if unset. */
  maxAttempts?: number
}

/**
 * Adds a job in the connection or transaction of `db`: it exists exactly if that commits. Throws ZodError for a
 * payload that is not its kind's.
 */
export async function enqueue<Payload extends object>(
  db: Kysely<DB>,
  kind: JobKind<Payload>,
  payload: Payload,
  { key, runAt, maxAttempts }: Options = {},
): Promise<void> {
  await addJob(db, { name: kind.name, payload: kind.payload.parse(payload), key, runAt, maxAttempts })
}
