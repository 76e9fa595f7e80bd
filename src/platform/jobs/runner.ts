import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { LogFunctionFactory, Task, TaskList, WorkerPool } from 'graphile-worker'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '../database/schema.ts'
import { jobSeconds, jobsDone } from '../metrics/counts.ts'
import { repeat } from '../periodic.ts'
import { reportFault } from '../telemetry/error-reports.ts'
import { inSpan } from '../telemetry/spans.ts'
import { inTrace, traceFields } from '../telemetry/trace.ts'
import { type JobHandler, PermanentError, tracedPayload } from './job.ts'
import { addPeriodicJob, correctTimes, endAttempts, freeDeadJobs, renewLease } from './sql.ts'

const usualConcurrency = 2

/** The waiting times of a runner. */
export const usualPace = {
  /** New jobs are announced; a retry, or a job of a dead process, is seen at most this much later. */
  pollMs: 2_000,
  /** The pause before a restart after the library has given up. */
  restartMs: 1_000,
  /** How long a running job may take when the program ends; then it is left to the next runner. */
  patienceMs: 5_000,
  renewMs: 5_000,
  /** A runner that has not renewed its leases for this time counts as dead. */
  leaseMs: 20_000,
}

export type Pace = typeof usualPace

type JobsOptions = {
  db: Kysely<DB>
  /** The pool of `db`; one of its connections is reserved for listening. */
  pool: pg.Pool
  handlers: JobHandler[]
  log: FastifyBaseLogger
  /** A pace other than the usual one, as in tests. */
  pace?: Partial<Pace>
  /** How many jobs it does at a time, if not the usual two, as in tests. */
  concurrency?: number | undefined
}

export type Jobs = { stop(): Promise<void> }

/**
 * Runs jobs in the background until `stop`, which waits a few seconds for those under way. Several processes share the
 * work. The library gives up if it cannot record a job's end, as while the database is away: then it starts again.
 */
export function startJobs({
  db,
  pool,
  handlers,
  log,
  pace: changes,
  concurrency = usualConcurrency,
}: JobsOptions): Jobs {
  const pace = { ...usualPace, ...changes }
  const stopping = new AbortController()
  let runner: WorkerPool | undefined

  async function run() {
    // Loaded here, so that the start of the program does not wait for it.
    const { Logger, runTaskList } = await import('graphile-worker')
    const tasks = tasksOf(handlers, { db, log, stopping: stopping.signal })
    const logger = new Logger(libraryLog(log))
    while (!stopping.signal.aborted) {
      runner = runTaskList({ ...libraryOptions, concurrency, pollInterval: pace.pollMs, logger }, tasks, pool)
      await runner.promise.catch((err: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err }, 'the jobs pause for a moment')
      })
      if (!stopping.signal.aborted) await delay(pace.restartMs)
    }
  }
  const ended = run()
  const stopLeases = repeat(
    keepLeases({ db, log, leaseMs: pace.leaseMs }, () => runner?.id),
    pace.renewMs,
    log,
  )
  const stopAdding = handlers.flatMap(({ name, everyMs }) =>
    everyMs ? [repeat(() => addPeriodicJob(db, name), everyMs, log)] : [],
  )

  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(stopAdding.map((stop) => stop()))
      if (runner) await end(runner, pace.patienceMs)
      await ended
      await stopLeases()
    },
  }
}

const libraryOptions = {
  schema: 'graphile_worker',
  noHandleSignals: true,
  // In a batch, even of one, a job's end is awaited and its failure handled; otherwise it would end the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
}

async function end(runner: WorkerPool, patienceMs: number): Promise<void> {
  const finished = Promise.resolve(runner.gracefulShutdown()).then(
    () => true,
    () => true,
  )
  if (await Promise.race([finished, delay(patienceMs, false, { ref: false })])) return
  await Promise.resolve(runner.forcefulShutdown('The program ended before the job.')).catch(() => {})
}

type Work = Pick<JobsOptions, 'db' | 'log'> & { stopping: AbortSignal }

function tasksOf(handlers: JobHandler[], { db, log, stopping }: Work): TaskList {
  const taskOf =
    ({ name, run }: JobHandler): Task =>
    async (given, { job }) => {
      const { payload, trace } = tracedPayload(given)
      const stopTimer = jobSeconds.startTimer({ name })
      const work = () =>
        inSpan(`job ${name}`, 'internal', { 'folio.job': name }, () => run(payload, stopping))
      try {
        await (trace ? inTrace(trace, work) : work())
        jobsDone.inc({ name, outcome: 'done' })
      } catch (err) {
        const isPermanent = err instanceof PermanentError
        const isLast = isPermanent || job.attempts >= job.max_attempts
        jobsDone.inc({ name, outcome: isLast ? 'given_up' : 'failed' })
        if (isPermanent && job.key) await endAttempts(db, job.key)
        const facts = { err, job: name, id: job.id, attempt: job.attempts, ...traceFields(trace) }
        if (isLast && !isPermanent) reportFault(err, { job: name })
        if (isLast) log.error(facts, 'a job failed for good; it stays in graphile_worker.jobs')
        else log.warn(facts, 'a job failed and is tried again')
        throw err
      } finally {
        stopTimer()
      }
    }
  return Object.fromEntries(handlers.map((handler) => [handler.name, taskOf(handler)]))
}

/**
 * One round of maintenance, to be run every few seconds: renews the leases of this runner and frees the jobs of dead
 * ones, even after the clock has jumped; the library itself would keep them locked for four hours. After the database
 * was away nothing is freed before the other runners had a round to renew their leases.
 */
function keepLeases(
  { db, log, leaseMs }: Pick<JobsOptions, 'db' | 'log'> & Pick<Pace, 'leaseMs'>,
  runnerId: () => string | undefined,
): () => Promise<void> {
  let lastRoundSucceeded = false
  return async () => {
    const mayFree = lastRoundSucceeded
    lastRoundSucceeded = false
    const id = runnerId()
    if (id) await renewLease(db, id)
    await correctTimes(db)
    const dead = mayFree ? await freeDeadJobs(db, leaseMs / 1_000) : []
    if (dead.length > 0) log.warn({ dead }, 'a process ended in the middle of its jobs; they are done again')
    lastRoundSucceeded = true
  }
}

const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const

/**
 * Passes the library's messages to our log. It writes only the error of their details: the rest holds whole jobs, which
 * hold people's addresses. Failed jobs are omitted, since the runner logs them itself.
 */
const libraryLog =
  (log: FastifyBaseLogger): LogFunctionFactory =>
  () =>
  (level, message, details) => {
    if (details?.failure) return
    const err = details?.error ?? details?.fatalError
    log[levels[level]](err ? { err } : {}, message)
  }
