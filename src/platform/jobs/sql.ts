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
      job_key => coalesce(${job.key ?? null}::text, ${ownKey}))`.execute(db)
}

/** Every job has a key: only by its key can the library be told that the current attempt is the last. */
const ownKey = sql`gen_random_uuid()::text`

/** Adds jobs of a kind in the transaction of `db`, or changes the waiting ones with their keys, in the keys' order. */
export async function addJobs(
  db: Kysely<DB>,
  name: string,
  payloads: object[],
  keys: string[] = [],
): Promise<void> {
  await sql`
    select graphile_worker.add_job(identifier => ${name}, payload => payload, job_key => coalesce(key, ${ownKey}))
    from (
      select payload, key from unnest(
        ${payloads.map((payload) => JSON.stringify(payload))}::json[], ${keys}::text[]) as j (payload, key)
      order by key
    ) as j`.execute(db)
}

// A periodic job is never given up: it would keep its key, and so never come again.
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

/** Records that the runner is alive and still works on its jobs. */
export async function renewLease(db: Kysely<DB>, runnerId: string): Promise<void> {
  await sql`
    insert into job_runners (id, seen_at) values (${runnerId}, now())
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db)
}

/**
 * No retry is delayed by more than six hours, so a job due in over twelve was scheduled by a clock that ran ahead: it
 * is made due now.
 */
export async function correctTimes(db: Kysely<DB>): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
    where run_at > now() + interval '12 hours' having count(*) > 0`.execute(db)
}

/**
 * Frees the jobs of every runner that has shown no sign of life for `seconds`, and forgets it. A new runner may lock a
 * job before its first sign. Timestamps in the future come from a fast clock and are ignored. Returns those runners'
 * ids.
 */
export async function freeDeadJobs(db: Kysely<DB>, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; holds: boolean }>`
    select id, bool_or(locked_at is not null) as holds
    from (
      select id, seen_at, null as locked_at from job_runners
      union all select locked_by, null, locked_at from graphile_worker.jobs where locked_by is not null
    ) as signs
    group by id
    having count(*) filter (
      where coalesce(seen_at, locked_at) between now() - make_interval(secs => ${seconds}) and now() + interval '1 minute'
    ) = 0`.execute(db)
  if (rows.length === 0) return []
  const dead = rows.map(({ id }) => id)
  await sql`delete from job_runners where id = any (${dead}::text[])`.execute(db)
  const holding = rows.filter(({ holds }) => holds).map(({ id }) => id)
  if (holding.length > 0)
    await sql`select graphile_worker.force_unlock_workers(${holding}::text[])`.execute(db)
  return holding
}

/** Makes the current attempt the job's last. */
export async function endAttempts(db: Kysely<DB>, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db)
}

type WaitingJob = {
  name: string
  payload: Record<string, unknown>
  run_at: string
  key: string | null
  attempts_left: number
}

/**
 * Jobs that are still to be done, oldest first; one under way counts, since its end is unknown. Periodic ones are
 * omitted. None if the library's tables do not exist.
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
