import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { AppError, notFound } from '../../shared/errors.ts'
import type { Run, run } from '../contract.ts'
import { recordAudit } from '../review/audit.ts'
import { addRun } from './add.ts'
import { executeNext, type RunsDependencies } from './execute.ts'
import { presentRun } from './present.ts'
import { requestStop, selectRun } from './sql.ts'

type PresentedRun = z.input<typeof run>

export type Runs = ReturnType<typeof createRuns>

/** How soon the end of a run is noticed, whichever process it is in. */
const lookMs = 50

/** The steps of the pipeline, one at a time in the whole installation (decision: Runs). */
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

  /** Begins, in the background, to bring what waits to its end; whoever calls does so after the commit. */
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
    /** Waits until the run is over, whichever process brings it there. Throws what `signal` is aborted with. */
    waitFor: async (id: string, signal?: AbortSignal): Promise<PresentedRun> => {
      for (;;) {
        const row = await selectRun(deps.db, id)
        if (!row) throw notFound('Run')
        if (row.finished_at) return presentRun(row)
        if (closing.signal.aborted) throw new AppError('unavailable', 'The server is about to restart.')
        signal?.throwIfAborted()
        drain()
        await delay(lookMs)
      }
    },
    /** Interrupts what is under way, which goes on with the next process. */
    close: async (): Promise<void> => {
      closing.abort()
      await draining
    },
  }
}

/** Starts matching or calculating. */
export async function startRun(
  context: Context,
  runs: Runs,
  kind: 'match' | 'calculate',
): Promise<PresentedRun> {
  requireAdmin(context)
  const id = await inTransaction(context, async (tx) => {
    const id = await runs.add(tx, kind)
    await recordAudit(tx, { action: 'run.start', subject: id, details: { kind } })
    return id
  })
  runs.drain()
  return findRun(context, id)
}

/** A run. Throws `not_found`. */
export async function findRun(context: Context, id: string): Promise<PresentedRun> {
  requireAdmin(context)
  const row = await selectRun(context.db, id)
  if (!row) throw notFound('Run')
  return presentRun(row)
}

/** Asks a run to stop. One that is over stays as it is. Throws `not_found`. */
export async function stopRun(context: Context, id: string): Promise<PresentedRun> {
  await findRun(context, id)
  await inTransaction(context, async (tx) => {
    if (await requestStop(tx.db, id, tx.clock()))
      await recordAudit(tx, { action: 'run.stop', subject: id, details: {} })
  })
  return findRun(context, id)
}

/**
 * Starts a run anew that was stopped or failed: as a new run, which goes on from what was committed. Throws `conflict`
 * for one that is done, or not over.
 */
export async function restartRun(context: Context, runs: Runs, id: string): Promise<PresentedRun> {
  const { kind, import_id: importId, state } = await findRun(context, id)
  if (state !== 'stopped' && state !== 'failed')
    throw new AppError('conflict', state === 'done' ? 'This step is done.' : 'This step has not ended yet.')
  const next = await inTransaction(context, async (tx) => {
    const next = await runs.add(tx, kind as Run['kind'], importId)
    await recordAudit(tx, { action: 'run.restart', subject: next, details: { kind, instead_of: id } })
    return next
  })
  runs.drain()
  return findRun(context, next)
}
