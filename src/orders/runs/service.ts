import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { recordAudit } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { marketplaceCodes } from '../../shared/amazon/marketplaces.ts'
import { AppError, accountDeleted, notFound } from '../../shared/errors.ts'
import type { ordersContract, Run, RunKind, run } from '../contract.ts'
import { executeNext, type RunsDependencies } from './execute.ts'
import {
  countOrders,
  insertRun,
  lockAdding,
  type RunRow,
  requestStop,
  selectLastRuns,
  selectMarketplacesInUse,
  selectOpenRuns,
  selectRun,
  selectWaitingRun,
} from './sql.ts'

/** A run in the shape of the contract. */
export const serializeRun = (row: RunRow): z.input<typeof run> => ({
  id: row.id,
  kind: row.kind as Run['kind'],
  import_id: row.import_id,
  state: row.state as Run['state'],
  is_stopping: row.state === 'running' && row.stop_requested_at !== null,
  rows_done: row.rows_done,
  rows_total: row.rows_total,
  results: row.results as Run['results'],
  error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  orders_listed: row.orders_listed && (row.kind === 'match' || row.kind === 'calculate'),
  actor: row.actor,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
})

/**
 * Adds a run in the context's transaction, in the caller's name, and returns its id. If an equal one has not begun yet,
 * returns that one's id instead. It begins when the runs are drained after the commit. Throws `conflict` when the
 * caller's account has just been deleted.
 */
export const addRun = (
  context: Context,
  kind: RunKind,
  import_id: string | null = null,
  change_id: string | null = null,
): Promise<string> =>
  inTransaction(context, async (tx) => {
    await lockAdding(tx.db)
    const of = { kind, import_id, change_id }
    const waiting = await selectWaitingRun(tx.db, of)
    if (waiting) return waiting.id
    const inserted = insertRun(tx.db, {
      ...of,
      actor_id: tx.actor?.userId ?? null,
      created_at: tx.clock(),
    })
    return whereBroken({ order_runs_actor_id_fkey: accountDeleted }, inserted)
  })

type SerializedRun = z.input<typeof run>

export type Runs = ReturnType<typeof createRuns>

/** How often a waiting caller checks whether the run is over, in any process. */
const lookMs = 50

/** Runs the steps of the pipeline, one at a time in the whole installation (docs/product/reports.md#runs). */
export function createRuns(deps: RunsDependencies) {
  const closing = new AbortController()
  let draining: Promise<void> | undefined
  let isWanted = false

  async function executeAll() {
    do {
      isWanted = false
      while (!closing.signal.aborted && (await executeNext(deps, closing.signal))) isWanted = true
    } while (isWanted && !closing.signal.aborted)
  }

  /** Begins all waiting runs in the background. Call it after the commit that added one. */
  const drain = (): void => {
    isWanted = true
    draining ??= executeAll()
      .catch((err: unknown) => deps.log.warn({ err }, 'the pipeline pauses; it goes on by itself'))
      .finally(() => {
        draining = undefined
      })
  }

  return {
    add: addRun,
    drain,
    /** Waits until the run is over, in whichever process. Throws the reason of `signal` when that is aborted. */
    waitFor: async (id: string, signal?: AbortSignal): Promise<SerializedRun> => {
      for (;;) {
        const row = await selectRun(deps.db, id)
        if (!row) throw notFound('Run')
        if (row.finished_at) return serializeRun(row)
        if (closing.signal.aborted) throw new AppError('unavailable', 'The server is about to restart.')
        signal?.throwIfAborted()
        drain()
        await delay(lookMs)
      }
    },
    /** Interrupts the run under way, which the next process continues. */
    close: async (): Promise<void> => {
      closing.abort()
      await draining
    },
  }
}

/** Starts matching or calculating. Admins only. */
export async function startRun(
  context: Context,
  runs: Runs,
  kind: 'match' | 'calculate',
  key?: IdempotencyKey,
): Promise<SerializedRun> {
  requireAdmin(context)
  const id = await once(context, { key, sent: kind }, async (tx) => {
    const id = await runs.add(tx, kind)
    await recordAudit(tx, { action: 'run.start', subject: id, details: { kind } })
    return id
  })
  runs.drain()
  return findRun(context, id)
}

/** A run. Admins only. Throws `not_found`. */
export async function findRun(context: Context, id: string): Promise<SerializedRun> {
  requireAdmin(context)
  const row = await selectRun(context.db, id)
  if (!row) throw notFound('Run')
  return serializeRun(row)
}

/** Asks a run to stop. One that is over stays as it is. Admins only. Throws `not_found`. */
export async function stopRun(context: Context, id: string): Promise<SerializedRun> {
  await findRun(context, id)
  await inTransaction(context, async (tx) => {
    if (await requestStop(tx.db, id, tx.clock()))
      await recordAudit(tx, { action: 'run.stop', subject: id, details: {} })
  })
  return findRun(context, id)
}

/**
 * Starts a stopped or failed run again, as a new run that continues from what was committed. Admins only. Throws
 * `conflict` for one that succeeded or is not over.
 */
export async function restartRun(
  context: Context,
  runs: Runs,
  id: string,
  key?: IdempotencyKey,
): Promise<SerializedRun> {
  const { kind, import_id: importId, state } = await findRun(context, id)
  const changeId = (await selectRun(context.db, id))?.change_id ?? null
  if (state !== 'stopped' && state !== 'failed')
    throw new AppError('conflict', state === 'done' ? 'This step is done.' : 'This step has not ended yet.')
  const next = await once(context, { key, sent: id }, async (tx) => {
    const next = await runs.add(tx, kind as Run['kind'], importId, changeId)
    await recordAudit(tx, { action: 'run.restart', subject: next, details: { kind, instead_of: id } })
    return next
  })
  runs.drain()
  return findRun(context, next)
}

type Pipeline = z.input<(typeof ordersContract)['GET /api/v1/admin/pipeline']['response']>

/** The state of import, matching and calculation. `tags` are the associate tags by marketplace. Admins only. */
export async function findPipeline(
  context: Context,
  { tags }: { tags: Record<string, string> },
): Promise<Pipeline> {
  requireAdmin(context)
  const { db } = context
  const withoutTag = marketplaceCodes.filter((code) => !tags[code])
  // Requested every few seconds while something runs.
  const [open, last, counts, marketplaces] = await Promise.all([
    selectOpenRuns(db),
    selectLastRuns(db, ['stage', 'merge', 'match', 'calculate']),
    countOrders(db),
    selectMarketplacesInUse(db, withoutTag),
  ])
  const lastOf = (isOne: (run: RunRow) => boolean) => {
    const [row] = last.filter(isOne).sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    return row ? serializeRun(row) : null
  }
  return {
    open_runs: open.map(serializeRun),
    last: {
      // A file that could not be read is never merged.
      import: lastOf(({ kind, state }) => kind === 'merge' || (kind === 'stage' && state !== 'done')),
      match: lastOf(({ kind }) => kind === 'match'),
      calculate: lastOf(({ kind }) => kind === 'calculate'),
    },
    ...counts,
    marketplaces_without_tag: marketplaces,
  }
}
