import { type Kysely, sql } from 'kysely'
import { dayMs } from '../../shared/time.ts'
import type { DB } from '../database/schema.ts'
import { count, lastVerification } from '../verification.ts'
import { type Finding, fail, type HealthCheck, ok, warn } from './line.ts'

const longSinceVerifiedMs = 30 * dayMs

/** Jobs, and the last verification. */
export const checkMaintenance = (db: Kysely<DB>): HealthCheck[] => [
  { name: 'jobs', check: () => checkJobs(db) },
  { name: 'verify', check: () => checkVerification(db) },
]

async function checkJobs(db: Kysely<DB>): Promise<Finding> {
  const { rows } = await sql<{ late: number; failed: number; names: string[] }>`
    select count(*) filter (where attempts < max_attempts and locked_at is null
        and run_at < now() - interval '5 minutes')::int as late,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
      coalesce(array_agg(distinct task_identifier)
        filter (where attempts >= max_attempts and locked_at is null), '{}') as names
    from graphile_worker.jobs`.execute(db)
  const [{ late, failed, names }] = rows as [(typeof rows)[number]]
  if (late > 0)
    return fail(
      `${count(late)} jobs have waited for over five minutes.`,
      'Check that Folio runs, and see its log.',
    )
  if (failed > 0)
    return warn(
      `${count(failed)} jobs failed for good: ${names.join(', ')}.`,
      'See why: select * from graphile_worker.jobs where attempts >= max_attempts.',
    )
  return ok('None waits for long, and none has failed for good.')
}

async function checkVerification(db: Kysely<DB>): Promise<Finding> {
  const last = await lastVerification(db)
  if (!last) return warn('npm run verify was never run.', 'Run it: it proves that sums equal their rows.')
  const age = Date.now() - last.began_at.getTime()
  if (last.failed.length > 0)
    return fail(
      `Wrong at ${last.began_at.toISOString()}: ${last.failed.join(', ')}.`,
      'Run npm run verify; it shows what.',
    )
  const says = `All ${last.checks} checks passed ${Math.floor(age / dayMs)} days ago.`
  return age > longSinceVerifiedMs ? warn(says, 'Run npm run verify again.') : ok(says)
}
