import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

type NewJob = {
  name: string
  payload: object
  key: string | undefined
  runAt: Date | undefined
  maxAttempts: number | undefined
}

/** Adds a job in the transaction of `db`, or changes the waiting one that has its key. */
export async function addJob(db: Kysely<DB>, job: NewJob): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      identifier => ${job.name},
      payload => ${JSON.stringify(job.payload)}::json,
      run_at => ${job.runAt ?? null}::timestamptz,
      max_attempts => ${job.maxAttempts ?? null}::int,
      job_key => ${job.key ?? null}::text)`.execute(db)
}

/** Adds jobs of a kind in the transaction of `db`. */
export async function addJobs(db: Kysely<DB>, name: string, payloads: object[]): Promise<void> {
  await sql`
    select graphile_worker.add_job(identifier => ${name}, payload => payload)
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::json[]) as payload`.execute(db)
}

// A periodic job is never given up: it would hold its key, and so never come again.
const endlessAttempts = 10_000

/** Adds a periodic job, unless it is waiting or under way already. */
export async function addPeriodicJob(db: Kysely<DB>, name: string): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      identifier => ${name},
      max_attempts => ${endlessAttempts}::int,
      job_key => ${name},
      job_key_mode => 'unsafe_dedupe')`.execute(db)
}

/** Says that the runner is alive and still at the jobs it holds. */
export async function renewLeases(db: Kysely<DB>, runnerId: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = now() where locked_by = ${runnerId}`.execute(
    db,
  )
}

/**
 * Puts right what was written while the database's clock was ahead: a job that is due later than any is put off, by six
 * hours at most, is due now; a lease of later is one of now, which a living runner renews.
 */
export async function correctTimes(db: Kysely<DB>): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
    set run_at = case when run_at > now() + interval '12 hours' then now() else run_at end,
      locked_at = case when locked_at > now() then now() else locked_at end
    where run_at > now() + interval '12 hours' or locked_at > now() + interval '1 minute'`.execute(db)
}

/** Frees the jobs of every runner that has not renewed its leases for `seconds`. Returns those runners' ids. */
export async function freeDeadJobs(db: Kysely<DB>, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select locked_by as id from graphile_worker.jobs where locked_by is not null
    group by locked_by having max(locked_at) < now() - make_interval(secs => ${seconds})`.execute(db)
  const dead = rows.map(({ id }) => id)
  if (dead.length > 0) await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db)
  return dead
}

/** Makes the attempt that is under way the job's last. */
export async function endAttempts(db: Kysely<DB>, jobId: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set max_attempts = attempts where id = ${jobId}`.execute(db)
}

type WaitingJob = {
  name: string
  payload: Record<string, unknown>
  run_at: string
  key: string | null
  attempts_left: number
}

/**
 * Jobs that are still to be done, oldest first; one under way counts, since its end is unknown. Periodic ones come by
 * themselves. None where the library's tables are not there.
 */
export async function selectWaitingJobs(db: Kysely<DB>): Promise<WaitingJob[]> {
  const { rows: found } = await sql`select to_regclass('graphile_worker._private_jobs') as jobs`.execute(db)
  if (!(found[0] as { jobs: unknown }).jobs) return []
  const { rows } = await sql<WaitingJob>`
    select t.identifier as name, j.payload, to_json(j.run_at) #>> '{}' as run_at, j.key,
      greatest(j.max_attempts - j.attempts, 1)::int as attempts_left
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where (j.attempts < j.max_attempts or j.locked_at is not null) and j.key is distinct from t.identifier
    order by j.id`.execute(db)
  return rows
}
