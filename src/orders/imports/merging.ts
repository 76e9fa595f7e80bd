import { type Context, inTransaction } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import { dropStaging } from '../reports/sql.ts'
import { interruptibly, type Progress } from '../runs/execute.ts'
import { confirmedOf, type FewerRows, isConfirmed } from './doubt-rules.ts'
import { analyzeOrders, type Effect, prepareLong, runStatements, tried } from './effect-sql.ts'
import {
  type Counts,
  endAsRepeated,
  endedBefore,
  failingImport,
  type LockedImport,
  lockKnown,
} from './ending.ts'
import { mergeStatements, undoStatements } from './merge-sql.ts'
import { doubtsIn, mergingOf, previewOfEffect, refuseOverlap, renewPreviews } from './preview.ts'
import { countsOf, countsOfEffect, nothingCounted, stateMessage } from './rules.ts'
import { lockMerging, selectSameFile, updateImport } from './sql.ts'
import { measureStaged, selectFewerRows } from './staged-sql.ts'

/** So many rows change what the planner should know of the tables. */
const manyRows = 10_000

/**
 * Lets a staged import take effect, in one transaction: all of it or nothing, and nothing where it has to be confirmed
 * first. A file that stands by now becomes `repeated`; where another kind of report pays for one of its days, it fails with `conflict`.
 */
export async function mergeRun(context: Context, importId: string, progress: Progress): Promise<Counts> {
  const counts = await failingImport(context, importId, () =>
    inTransaction(context, async (tx) => {
      const counts = await interruptibly(context, tx, progress.signal, () => merge(tx, importId))
      await progress.step(tx, { done: counts.total, total: counts.total })
      return counts
    }),
  )
  if (counts.total >= manyRows)
    await inTransaction(context, async ({ db }) => {
      await prepareLong(db)
      await analyzeOrders(db)
    })
  await renewPreviews(context)
  return counts
}

async function merge(tx: Context, importId: string): Promise<Counts> {
  await prepareLong(tx.db)
  await lockMerging(tx.db)
  const row = await lockKnown(tx, importId)
  if (row.state !== 'staged') return endedBefore(row)
  const same = await selectSameFile(tx.db, row)
  if (same) return endAsRepeated(tx, row, same)
  await refuseOverlap(tx, importId)
  const fewer = await selectFewerRows(tx.db, importId)
  const statements = mergeStatements(importId, await mergingOf(tx, row))
  // What was confirmed is held against what is merged, not against what was looked at before.
  const isAllowed = (effect: Effect) => isConfirmed(doubtsIn(row, { effect, fewer }), confirmedOf(row))
  const effect = await tried(
    tx.db,
    async () => {
      await updateImport(tx.db, importId, { merged_at: tx.clock() })
      return runStatements(tx.db, statements)
    },
    isAllowed,
  )
  if (!isAllowed(effect)) return askToConfirm(tx, row, { effect, fewer })
  const counts = countsOfEffect(row.total, effect)
  // Its bytes stay: what changed orders can be looked at for good.
  await dropStaging(tx.db, importId)
  await updateImport(tx.db, importId, { state: 'merged', ...counts, preview: null, rows_listed: true })
  return countsOf({ ...row, ...counts })
}

/** Leaves an import as it was, with what has to be confirmed before it takes effect. */
async function askToConfirm(
  tx: Context,
  row: LockedImport,
  found: { effect: Effect; fewer: FewerRows[] },
): Promise<Counts> {
  const { first_day, last_day } = await measureStaged(tx.db, row.id)
  const told = await previewOfEffect(tx, row, { ...found, first_day, last_day })
  await updateImport(tx.db, row.id, { ...told, confirmed: null, apply: false })
  return { ...countsOf(row), to_confirm: 1 }
}

/**
 * Takes back what a merged import said, in one transaction: orders are again as the other reports tell, and withdrawn
 * where none does. Its reason was given when it was asked for.
 */
export async function undoRun(context: Context, importId: string, progress: Progress): Promise<Counts> {
  const counts = await inTransaction(context, async (tx) => {
    const counts = await interruptibly(context, tx, progress.signal, () => undo(tx, importId))
    await progress.step(tx, { done: counts.total, total: counts.total })
    return counts
  })
  await renewPreviews(context)
  return counts
}

async function undo(tx: Context, importId: string): Promise<Counts> {
  await prepareLong(tx.db)
  await lockMerging(tx.db)
  const { state, total, undone_at, undo_reason } = await lockKnown(tx, importId)
  const counts = countsOf({ ...nothingCounted, total, failed: 0, combined: 0 })
  if (undone_at) return counts
  if (state !== 'merged' || undo_reason === null) throw new AppError('conflict', stateMessage(state))
  await updateImport(tx.db, importId, {
    undone_at: tx.clock(),
    undone_by: tx.actor?.userId ?? null,
    undone_reason: undo_reason,
    undo_reason: null,
  })
  const { imported, updated, withdrawn } = await runStatements(tx.db, undoStatements(importId))
  return { ...counts, imported, updated, withdrawn }
}
