import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { Context } from '../../platform/context.ts'
import {
  brokenConstraint,
  isCanceled,
  isDatabaseUnavailable,
  isDeadlock,
} from '../../platform/database/errors.ts'
import type { OrderRuns } from '../../platform/database/schema.ts'
import { repeat } from '../../platform/periodic.ts'
import { AppError } from '../../shared/errors.ts'
import type { RunKind } from '../contract.ts'
import {
  cancelStatement,
  claimRun,
  endRun,
  leaseSeconds,
  releaseRun,
  renewRun,
  selectConnection,
} from './sql.ts'

/**
 * Thrown by {@link Progress.step} when the work is to end: an admin stopped it, or another process has taken it over.
 */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}

type Rows = { done: number; total?: number }

/** How a long step of the pipeline reports its progress, and learns that it is to end. */
export type Progress = {
  /**
   * Call it in the transaction that does a part of the work, with the rows done so far, and the total if it is known:
   * the part and its progress commit together. Throws RunStopped when the work is to end. What was committed before
   * stays, and the next attempt continues from there.
   */
  step(tx: Context, rows: Rows): Promise<void>
  /** Reports now and then how many rows are done in a long transaction; `read` looks from outside it. */
  watch(read: (db: Context['db']) => Promise<Rows>): void
  /** Aborted when the work is to end, for long operations between two steps. */
  readonly signal: AbortSignal
}

/**
 * Returns a function to call in each transaction that does a part of the work, with the number of its rows, if several
 * run at once. They report one after another, each after the commit of the one before, so that progress never goes
 * back.
 */
export function reportingSteps(progress: Progress, total: number) {
  let done = 0
  let before: Promise<unknown> = Promise.resolve()
  return (tx: Context, rows: number): Promise<void> => {
    const report = before
      .catch(() => {})
      .then(() => {
        done += rows
        // Rows that were queued meanwhile are done as well.
        return progress.step(tx, { done, total: Math.max(total, done) })
      })
    before = report
    return report
  }
}

/** The work of a kind of run, in the name of the person who requested it. Returns its counts. */
export type RunWork = (
  context: Context,
  run: { id: string; importId: string | null; changeId: string | null },
  progress: Progress,
) => Promise<Record<string, number>>

export type RunsDependencies = Omit<Context, 'actor'> & {
  log: FastifyBaseLogger
  work: Record<RunKind, RunWork>
}

type Lease = { id: string; token: string }

/** After this many attempts a run fails, since it may be the cause that ends its process. */
const maxAttempts = 5
const signOfLifeMs = (leaseSeconds * 1_000) / 4

/**
 * Takes the next run and works on it until it ends or `closing` interrupts it. Returns false when there was none to
 * take.
 */
export async function executeNext(deps: RunsDependencies, closing: AbortSignal): Promise<boolean> {
  const token = randomUUID()
  const row = await claim(deps, token)
  if (!row) return false
  const lease = { id: row.id, token }
  const ending = new AbortController()
  const signal = AbortSignal.any([closing, ending.signal])
  const watched: Watched = {}
  const stopSigns = repeat(
    async () => {
      const held = await renewRun(deps.db, lease, await watched.read?.(deps.db))
      if (!held || held.stop_requested_at) ending.abort()
    },
    signOfLifeMs,
    deps.log,
  )
  try {
    if (row.attempts > maxAttempts)
      throw new AppError('internal_error', 'This step ended its process again and again.')
    const work = deps.work[row.kind as RunKind]
    const results = await work(contextOf(deps, row), runOf(row), progressOf(lease, signal, watched))
    await stopSigns()
    await end(deps, lease, { state: 'done', results: JSON.stringify(results) })
  } catch (error) {
    await stopSigns()
    await endAfter(deps, lease, error, closing)
  }
  return true
}

/** Takes the next run; undefined when there is none, or when another process was quicker. */
async function claim({ db, clock }: RunsDependencies, token: string) {
  try {
    return await claimRun(db, token, clock())
  } catch (error) {
    if (brokenConstraint(error) === 'order_runs_one_running') return undefined
    throw error
  }
}

const runOf = (row: Selectable<OrderRuns>) => ({
  id: row.id,
  importId: row.import_id,
  changeId: row.change_id,
})

const contextOf = (
  { db, clock }: RunsDependencies,
  { actor_id: userId }: Selectable<OrderRuns>,
): Context => ({
  db,
  clock,
  // The run outlives their session: they were an admin when they requested it.
  actor: userId ? { userId, sessionId: userId, role: 'admin' } : null,
})

type Watched = { read?: Parameters<Progress['watch']>[0] }

const progressOf = (lease: Lease, signal: AbortSignal, watched: Watched): Progress => ({
  signal,
  watch: (read) => {
    watched.read = read
  },
  step: async (tx, rows) => {
    delete watched.read
    const held = await renewRun(tx.db, lease, rows)
    if (!held || held.stop_requested_at || signal.aborted) throw new RunStopped()
  },
})

const end = ({ db, clock }: RunsDependencies, lease: Lease, how: Parameters<typeof endRun>[2]) =>
  endRun(db, { ...lease, at: clock() }, how)

async function endAfter(
  deps: RunsDependencies,
  lease: Lease,
  error: unknown,
  closing: AbortSignal,
): Promise<unknown> {
  const { db, log } = deps
  if (isDatabaseUnavailable(error)) {
    // Its lease runs out; then it continues, here or in another process.
    log.warn({ err: error, run: lease.id }, 'a step of the pipeline pauses until the database is back')
    return undefined
  }
  const held = await renewRun(db, lease)
  if (!held) return undefined
  const isDeadlocked = isDeadlock(error)
  const wasInterrupted =
    isDeadlocked || error instanceof RunStopped || (error instanceof Error && error.name === 'AbortError')
  if (wasInterrupted && held.stop_requested_at) return end(deps, lease, { state: 'stopped' })
  if (wasInterrupted && closing.aborted) return releaseRun(db, lease)
  // The other transaction continues, so that the next attempt should succeed; should it not, attempts are counted.
  if (isDeadlocked) return releaseRun(db, lease, { countsAttempt: true })
  const expected = error instanceof AppError
  if (!expected) log.error({ err: error, run: lease.id }, 'a step of the pipeline failed')
  return end(deps, lease, {
    state: 'failed',
    error_code: expected ? error.code : 'internal_error',
    error_message: expected ? error.message : 'Something went wrong. Nothing of the last part was saved.',
  })
}

/**
 * Runs `work` in a transaction whose statements may take minutes. When the work is to end, cancels the statement
 * under way and throws RunStopped. `outside` must not be in that transaction.
 */
export async function interruptibly<T>(
  outside: Context,
  tx: Context,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new RunStopped()
  const connection = await selectConnection(tx.db)
  let cancelling: Promise<unknown> | undefined
  const cancel = () => {
    // If it fails, the work ends at its next step.
    cancelling = cancelStatement(outside.db, connection).catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  try {
    const result = await work()
    if (cancelling) throw new RunStopped()
    return result
  } catch (error) {
    throw cancelling && isCanceled(error) ? new RunStopped() : error
  } finally {
    signal.removeEventListener('abort', cancel)
    // Awaited, so that it cannot cancel the connection's next statement.
    await cancelling
  }
}
