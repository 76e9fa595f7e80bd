import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { Context } from '../../platform/context.ts'
import {
  brokenConstraint,
  isDatabaseUnavailable,
  isDeadlock,
  sqlState,
} from '../../platform/database/failures.ts'
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

/** Thrown by {@link Progress.step} when the work is to end: an admin stopped it, or it is another process's now. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}

type Rows = { done: number; total?: number }

/** How a long step of the pipeline tells how far it is, and learns that it is to end. */
export type Progress = {
  /**
   * Says, within the transaction that does a part of the work, how many rows are done then, and of how many if that is
   * known: part and progress commit together or not at all. Throws RunStopped when the work is to end; what was
   * committed before stays, and doing the work anew goes on from there.
   */
  step(tx: Context, rows: Rows): Promise<void>
  /** Has it said now and then how many rows are done in a transaction that lasts; `read` looks from outside of it. */
  watch(read: (db: Context['db']) => Promise<Rows>): void
  /** Aborted when the work is to end, for what takes long between two steps. */
  readonly signal: AbortSignal
}

/** What a step of the pipeline does, in the name of who asked for it; it returns its counts. */
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

/** So often a run may begin anew before it is taken for one that brings its process down. */
const mostAttempts = 5
const signOfLifeMs = (leaseSeconds * 1_000) / 4

/**
 * Takes the run whose turn it is and brings it to its end, or to where `closing` interrupts it. Returns false when there
 * was none to take.
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
    if (row.attempts > mostAttempts)
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

/** The next run; undefined when there is none, or when another process was quicker. */
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
  // No session of theirs is at work any more: whoever asked was an admin when they did.
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
    // Its lease runs out; then it goes on, here or elsewhere.
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
  // What it waited for goes on, so that it comes through next time; should it not, its attempts are counted.
  if (isDeadlocked) return releaseRun(db, lease, { countsAttempt: true })
  const expected = error instanceof AppError
  if (!expected) log.error({ err: error, run: lease.id }, 'a step of the pipeline failed')
  return end(deps, lease, {
    state: 'failed',
    error_code: expected ? error.code : 'internal_error',
    error_message: expected ? error.message : 'Something went wrong. Nothing of the last part was kept.',
  })
}

/** PostgreSQL's word for a statement that was cancelled. */
const canceled = '57014'

/**
 * Does `work` in a transaction whose statements may take minutes, and cancels the one under way when the work is to end:
 * throws RunStopped then. `outside` is not in that transaction.
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
    // Should it fail, the work ends at its next step.
    cancelling = cancelStatement(outside.db, connection).catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  try {
    const result = await work()
    if (cancelling) throw new RunStopped()
    return result
  } catch (error) {
    throw cancelling && sqlState(error) === canceled ? new RunStopped() : error
  } finally {
    signal.removeEventListener('abort', cancel)
    // It must not strike what the connection does next.
    await cancelling
  }
}
