import { type Context, inTransaction } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import { type StageOutcome, stageImport } from '../reports/stage.ts'
import { interruptibly, type Progress } from '../runs/execute.ts'
import { addRun } from '../runs/service.ts'
import { prepareLong } from './effect-sql.ts'
import {
  type Counts,
  endAsRepeated,
  endedBefore,
  failingImport,
  type LockedImport,
  lockKnown,
} from './ending.ts'
import { previewOf, refuseOverlap } from './preview.ts'
import { countsOf } from './rules.ts'
import { lockMerging, selectSameFile, updateImport } from './sql.ts'
import { combineRows, measureStaged } from './staged-sql.ts'

/**
 * Reads a received file and says what merging it would change; with `apply` its merge follows. Throws what the file
 * failed with, which the import then tells as well.
 */
export async function stageRun(
  context: Context,
  zone: { reportTimeZone: string },
  importId: string,
  progress: Progress,
): Promise<Counts> {
  const ended = await endIfKnown(context, importId)
  if (ended) return ended
  return failingImport(context, importId, async () => {
    const outcome = await stageImport(context, importId, progress, zone)
    if (outcome.outcome === 'failed') throw new AppError(outcome.code, outcome.message)
    return inTransaction(context, async (tx) => {
      const counts = await interruptibly(context, tx, progress.signal, () =>
        outcome.outcome === 'question' ? ask(tx, importId, outcome.examples) : finish(tx, importId, outcome),
      )
      await progress.step(tx, { done: counts.total, total: counts.total })
      return counts
    })
  })
}

/** What the import came to where it has been staged before, or is of a file that stands. */
const endIfKnown = (context: Context, importId: string): Promise<Counts | undefined> =>
  inTransaction(context, async (tx) => {
    const row = await lockKnown(tx, importId)
    if (row.state !== 'received') return endedBefore(row)
    const same = await selectSameFile(tx.db, row)
    return same && endAsRepeated(tx, row, same)
  })

async function ask(tx: Context, importId: string, examples: string[]): Promise<Counts> {
  const row = await lockReceived(tx, importId)
  await updateImport(tx.db, importId, { state: 'question', date_examples: examples })
  return countsOf(row)
}

async function finish(
  tx: Context,
  importId: string,
  { format, rows, failed, reconciliation, periodDays }: Extract<StageOutcome, { outcome: 'staged' }>,
): Promise<Counts> {
  await prepareLong(tx.db)
  await lockMerging(tx.db)
  const row = await lockReceived(tx, importId)
  if (format === 'folio_csv') await combineRows(tx.db, importId)
  const { total, has_own_sub_tags, ...days } = await measureStaged(tx.db, importId)
  const staged = { format, total, failed, combined: rows - total, has_own_sub_tags }
  await updateImport(tx.db, importId, {
    ...staged,
    state: 'staged',
    reconciliation: reconciliation && JSON.stringify(reconciliation),
    period_days: periodDays ?? null,
    date_examples: null,
  })
  await refuseOverlap(tx, importId)
  if (row.apply) await addRun(tx, 'merge', importId)
  else {
    const told = { ...row, ...staged, reconciliation: reconciliation as LockedImport['reconciliation'] }
    await updateImport(tx.db, importId, await previewOf(tx, told, days))
  }
  return countsOf({ ...row, ...staged })
}

/** Throws `conflict` for an import that was given up while it was read. */
async function lockReceived(tx: Context, importId: string) {
  const row = await lockKnown(tx, importId)
  if (row.state !== 'received') throw new AppError('conflict', 'This import was given up meanwhile.')
  return row
}
