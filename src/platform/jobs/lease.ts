import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { freeDeadJobs, renewLeases } from './sql.ts'

/** A runner that has not renewed its leases for so long is dead, or as good as. */
const leaseSeconds = 20

/**
 * One round of upkeep, to be run every few seconds: renews the leases of the runner here and frees the jobs of dead
 * ones, which the library itself would keep locked for four hours. After the database was away nothing is freed
 * before the others had a round to renew theirs.
 */
export function keepLeases(
  db: Kysely<DB>,
  runnerId: () => string | undefined,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let lastRoundSucceeded = false
  return async () => {
    const mayFree = lastRoundSucceeded
    lastRoundSucceeded = false
    const id = runnerId()
    if (id) await renewLeases(db, id)
    const dead = mayFree ? await freeDeadJobs(db, leaseSeconds) : []
    if (dead.length > 0) log.warn({ dead }, 'a process ended in the middle of its jobs; they are done anew')
    lastRoundSucceeded = true
  }
}
