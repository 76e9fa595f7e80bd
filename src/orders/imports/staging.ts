import { type Context, inTransaction } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import { interruptibly, type Progress } from '../runs/execute.ts'
import { addRun } from '../runs/service.ts'
import { rowDoubtsOf } from './doubt-rules.ts'
import { inWords } from './doubt-texts.ts'
import {
  type Counts,
  endAsRepeated,
  endedBefore,
  failingImport,
  type LockedImport,
  lockKnown,
} from './ending.ts'
import { previewOf } from './merge/preview.ts'
import { type StageOutcome, stageImport } from './reports/stage.ts'
import { countsOf } from './rules.ts'
import { lockMerging, prepareLong, selectSameFile, updateImport } from './sql.ts'
import { combineRows, foldEarlierKeys, measureStaged } from './staged-sql.ts'

/**
 * Reads a received file and stores what merging it would change; with `apply` its merge follows. Throws the error that
 * the file failed with, which the import then also shows.
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
        outcome.outcome === 'staged' ? finish(tx, importId, outcome) : ask(tx, importId, outcome),
      )
      await progress.step(tx, { done: counts.total, total: counts.total })
      return counts
    })
  })
}

/** The counts of an import that has been staged before, or whose file is merged already; undefined for any other. */
const endIfKnown = (context: Context, importId: string): Promise<Counts | undefined> =>
  inTransaction(context, async (tx) => {
    const row = await lockKnown(tx, importId)
    if (row.state !== 'received') return endedBefore(row)
    const same = await selectSameFile(tx.db, row)
    return same && endAsRepeated(tx, row, same)
  })

type Asking = Exclude<StageOutcome, { outcome: 'staged' | 'failed' }>

/** The stored form of a question; for how rows count, with rows and money. */
const questionIn = (asking: Asking, currency: string) =>
  asking.outcome === 'question'
    ? { date_examples: asking.examples }
    : asking.outcome === 'statuses'
      ? { unknown_statuses: JSON.stringify(asking.unknown) }
      : { doubts: JSON.stringify(inWords(rowDoubtsOf(asking.inQuestion, currency), currency)) }

async function ask(tx: Context, importId: string, asking: Asking): Promise<Counts> {
  const row = await lockReceived(tx, importId)
  await updateImport(tx.db, importId, { state: 'question', ...questionIn(asking, row.currency) })
  return countsOf(row)
}

async function finish(
  tx: Context,
  importId: string,
  {
    format,
    rows,
    failed,
    reconciliation,
    reported,
    periodDays,
  }: Extract<StageOutcome, { outcome: 'staged' }>,
): Promise<Counts> {
  await prepareLong(tx.db)
  await lockMerging(tx.db)
  const row = await lockReceived(tx, importId)
  if (format === 'folio_csv') await combineRows(tx.db, importId)
  if (format === 'fee_earnings') await foldEarlierKeys(tx.db, importId)
  const { total, has_own_sub_tags, first_day, last_day } = await measureStaged(tx.db, importId)
  const staged = { format, total, failed, combined: rows - total, has_own_sub_tags }
  await updateImport(tx.db, importId, {
    ...staged,
    state: 'staged',
    reconciliation: reconciliation && JSON.stringify(reconciliation),
    reported: reported && JSON.stringify(reported),
    period_days: periodDays ?? null,
    date_examples: null,
  })
  if (row.apply) await addRun(tx, 'merge', importId)
  else {
    const known = { ...row, ...staged, reconciliation: reconciliation as LockedImport['reconciliation'] }
    await updateImport(tx.db, importId, await previewOf(tx, known, { first_day, last_day }))
  }
  return countsOf({ ...row, ...staged })
}

/** Throws `conflict` for an import that was discarded while it was read. */
async function lockReceived(tx: Context, importId: string) {
  const row = await lockKnown(tx, importId)
  if (row.state !== 'received') throw new AppError('conflict', 'This import was given up meanwhile.')
  return row
}
