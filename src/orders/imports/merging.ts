import { type Context, inTransaction } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import { dropStaging } from '../reports/sql.ts'
import { interruptibly, type Progress } from '../runs/execute.ts'
import { analyzeOrders, prepareLong, runStatements } from './effect-sql.ts'
import { type Counts, endAsRepeated, endedBefore, failingImport, lockKnown } from './ending.ts'
import { mergeStatements, undoStatements } from './merge-sql.ts'
import { refuseOverlap, renewPreviews } from './preview.ts'
import { countsOf, stateMessage, unchangedOf } from './rules.ts'
import { hasNewerOne, lockMerging, selectSameFile, updateImport } from './sql.ts'

/** So many rows change what the planner should know of the tables. */
const manyRows = 10_000

/**
 * Lets a staged import take effect, in one transaction: all of it or nothing. A file that stands by now becomes
 * `repeated`; where another kind of report pays for one of its days, it fails with `conflict`.
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
  const format = row.format as string
  const mergedAt = tx.clock()
  await updateImport(tx.db, importId, { merged_at: mergedAt })
  const isNewest = !(await hasNewerOne(tx.db, row))
  const effect = await runStatements(tx.db, mergeStatements(importId, { format, isNewest }))
  const { imported, updated, withdrawn } = effect
  const unchanged = unchangedOf(format, row.total, effect)
  // Its bytes stay: what changed orders can be looked at for good.
  await dropStaging(tx.db, importId)
  await updateImport(tx.db, importId, {
    state: 'merged',
    imported,
    updated,
    unchanged,
    withdrawn,
    preview: null,
  })
  return countsOf({ ...row, imported, updated, unchanged, withdrawn })
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
  const counts = { total, imported: 0, updated: 0, unchanged: 0, withdrawn: 0, failed: 0 }
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
