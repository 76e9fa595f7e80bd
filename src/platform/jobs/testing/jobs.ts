import { Writable } from 'node:stream'
import pino from 'pino'
import { vi } from 'vitest'
import type { Database } from '../../database/database.ts'
import type { Pace } from '../runner.ts'

/** For runners in tests: what takes seconds in service takes a fraction of one. */
export const hurried: Partial<Pace> = { pollMs: 100, restartMs: 100, patienceMs: 500, renewMs: 200 }

type LogLine = {
  level: number
  msg: string
  job?: string
  attempt?: number
  err?: { message: string }
}

/** A log whose lines, of every level, a test can read. */
export function readableLog() {
  const lines: LogLine[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { log: pino({ level: 'trace' }, stream), lines }
}

type JobRow = {
  attempts: number
  max_attempts: number
  last_error: string | null
  locked_by: string | null
}

/** The jobs that are waiting, under way or failed for good, oldest first. */
export async function jobsIn({ pool }: Pick<Database, 'pool'>): Promise<JobRow[]> {
  const { rows } = await pool.query(
    'select attempts, max_attempts, last_error, locked_by from graphile_worker.jobs order by id',
  )
  return rows
}

/** Resolves when the oldest job is as `fits` says. */
export async function untilJob(
  database: Pick<Database, 'pool'>,
  fits: (job: JobRow) => boolean,
): Promise<JobRow> {
  return await vi.waitUntil(async () => (await jobsIn(database)).find(fits), { timeout: 20_000 })
}

/** Spares the test the wait for the next attempt of every job that failed. */
export async function tryAgainNow(database: Pick<Database, 'pool'>): Promise<void> {
  await untilJob(database, (job) => job.last_error !== null && job.locked_by === null)
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
}
