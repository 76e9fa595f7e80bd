import { sql } from 'kysely'
import { lastVerification } from '../verification.ts'
import { inSeconds, type Source, source } from './source.ts'

const jobs = source({
  gauges: {
    folio_jobs_waiting: { help: 'Jobs that are due and not under way, by name', labels: ['name'] },
    folio_jobs_failed: { help: 'Jobs that failed for good and are still stored, by name', labels: ['name'] },
    folio_jobs_late_seconds: { help: 'How long the longest waiting job has been due' },
  },
  read: async (db) => {
    const { rows } = await sql<{ name: string; waiting: number; failed: number; late: number }>`
      select task_identifier as name,
        count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now())::int as waiting,
        count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
        coalesce(extract(epoch from now() - min(run_at)
          filter (where attempts < max_attempts and locked_at is null and run_at <= now())), 0)::float8 as late
      from graphile_worker.jobs group by 1`.execute(db)
    return {
      folio_jobs_waiting: rows.map(({ name, waiting }) => ({ labels: { name }, value: waiting })),
      folio_jobs_failed: rows.map(({ name, failed }) => ({ labels: { name }, value: failed })),
      folio_jobs_late_seconds: Math.max(0, ...rows.map(({ late }) => late)),
    }
  },
})

const verification = source({
  gauges: {
    folio_verify_last_timestamp_seconds: { help: 'When npm run verify last began' },
    folio_verify_failed_checks: { help: 'How many of its checks found a difference' },
  },
  read: async (db) => {
    const last = await lastVerification(db)
    return {
      folio_verify_last_timestamp_seconds: inSeconds(last?.began_at),
      folio_verify_failed_checks: last?.failed.length ?? null,
    }
  },
})

/** Jobs, and the last verification. */
export const maintenanceSources: Source[] = [jobs, verification]
