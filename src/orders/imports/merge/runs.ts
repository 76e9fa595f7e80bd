import { type Context, inTransaction } from '../../../platform/context.ts'
import { tried } from '../../../platform/database/tried.ts'
import { AppError } from '../../../shared/errors.ts'
import { interruptibly, type Progress } from '../../runs/execute.ts'
import type { Confirmation } from '../contract.ts'
import { areCovered, confirmedOf, isConfirmed } from '../doubt-rules.ts'
import {
  type Counts,
  endAsRepeated,
  endedBefore,
  failingImport,
  type LockedImport,
  lockKnown,
} from '../ending.ts'
import { selectNotPaying, selectOtherFormat } from '../formats/duplicate-sql.ts'
import { tallyMerged } from '../outcomes/outcomes-sql.ts'
import { effectOf, tallyOf } from '../outcomes/tally-rules.ts'
import { decideReturns, undecidedIn } from '../reported-again/deciding.ts'
import { dropStaging } from '../reports/sql.ts'
import { countsOf, countsOfEffect, nothingCounted, stateMessage } from '../rules.ts'
import {
  analyzeOrders,
  lockMerging,
  prepareLong,
  selectSameFile,
  selectUnlessGone,
  updateImport,
} from '../sql.ts'
import { measureStaged } from '../staged-sql.ts'
import { countMerged, resetMergedCount } from './fold-sql.ts'
import { decideDuplicates, takeBack, takeEffect } from './merging.ts'
import { compareStaged, doubtsIn, type Found, previewOf, renewPreviews } from './preview.ts'

/** From so many rows on, the planner's statistics are updated after a merge. */
const manyRows = 10_000

/**
 * Makes a staged import take effect, in one transaction: all or nothing, and nothing if it has to be confirmed first.
 * Returns the counts. A file that has been merged meanwhile becomes `repeated`. Throws the error of a failure; the
 * import then has failed too.
 */
export async function mergeRun(context: Context, importId: string, progress: Progress): Promise<Counts> {
  const counts = await failingImport(context, importId, () =>
    inTransaction(context, async (tx) => {
      const counts = await interruptibly(context, tx, progress.signal, () => merge(tx, importId, progress))
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

async function merge(tx: Context, importId: string, progress: Progress): Promise<Counts> {
  await prepareLong(tx.db)
  await lockMerging(tx.db)
  const row = await lockKnown(tx, importId)
  if (row.state !== 'staged') return endedBefore(row)
  const same = await selectSameFile(tx.db, row)
  if (same) return endAsRepeated(tx, row, same)
  if (await selectOtherFormat(tx.db, { format: row.format ?? '', marketplace: row.marketplace }))
    return askToConfirm(tx, row)
  await resetMergedCount(tx.db)
  progress.watch(async (db) => ({ done: Math.min(await countMerged(db), row.total), total: row.total }))
  const compared = await compareStaged(tx, row)
  const confirmed = confirmedOf(row)
  const plain = confirmed.filter(({ choice }) => choice === undefined)
  // The confirmed changes are compared with those merged now: orders may have changed since the preview.
  const attempt = async (isEnough: typeof isConfirmed): Promise<Found> => {
    const known = { ...compared, reportedAgain: await undecidedIn(tx, row) }
    const merged = await tried(
      tx.db,
      () => takeEffect(tx, row),
      (effect) => isEnough(doubtsIn(row, { ...effect, ...known }), plain),
    )
    return { ...merged, ...known }
  }
  let found = await attempt(isConfirmed)
  if (plain.length < confirmed.length && isConfirmed(doubtsIn(row, found), confirmed)) {
    await decideAll(tx, row, { found, confirmed })
    // The choices may have settled other questions too.
    found = await attempt(areCovered)
    if (!areCovered(doubtsIn(row, found), plain)) return askToConfirm(tx, row)
  } else if (!isConfirmed(doubtsIn(row, found), plain)) return askToConfirm(tx, row)
  const counts = countsOfEffect(row.total, found.effect)
  const others = await selectNotPaying(tx.db, {
    format: row.format ?? '',
    marketplace: row.marketplace,
    id: importId,
  })
  const tally = tallyOf(await tallyMerged(tx.db, row), found.effect.more, row.currency)
  // Its file stays stored, so that the origin of changes can always be read again.
  await dropStaging(tx.db, importId)
  await updateImport(tx.db, importId, {
    state: 'merged',
    ...counts,
    not_paying: others.count,
    not_paying_cents: others.cents,
    tally: JSON.stringify(tally),
    preview: null,
    rows_listed: true,
    choices: await choicesWith(tx, row, confirmed),
  })
  return countsOf({ ...row, ...counts })
}

/** Stores the choice for all pairs that an import asks about and that were not decided one by one before. */
async function decideAll(
  tx: Context,
  row: LockedImport,
  { found, confirmed }: { found: Found; confirmed: Confirmation },
): Promise<void> {
  const choiceOf = (kind: Confirmation[number]['kind']) =>
    confirmed.find((said) => said.kind === kind)?.choice
  const { duplicates, about } = found
  if (duplicates.length > 0)
    await decideDuplicates(tx, { duplicates, rows: about.rows }, choiceOf('duplicates') === 'same_sale')
  const isSame = choiceOf('retold_returns') === 'same_return'
  // An earlier return that is not the same as one of the file may be paired with another one, which gets the same
  // answer.
  for (let { reportedAgain } = found; reportedAgain.length > 0; reportedAgain = await undecidedIn(tx, row))
    await decideReturns(tx, row.id, { reportedAgain, isSame })
}

/** The choices to store with an import, as JSON, with those on returns; null where there are none. */
async function choicesWith(tx: Context, row: LockedImport, confirmed: Confirmation): Promise<string | null> {
  const by = await selectUnlessGone(tx.db, tx.actor?.userId)
  const at = tx.clock().toISOString()
  const chosen = confirmed
    .filter(({ kind }) => kind === 'retold_returns')
    .map((said) => ({ ...said, by, at }))
  const choices = [...((row.choices ?? []) as object[]), ...chosen]
  return choices.length > 0 ? JSON.stringify(choices) : null
}

/** Leaves an import staged, with a new preview and what has to be confirmed before it takes effect. */
async function askToConfirm(tx: Context, row: LockedImport): Promise<Counts> {
  const renewed = await previewOf(tx, row, await measureStaged(tx.db, row.id))
  await updateImport(tx.db, row.id, { ...renewed, confirmed: null, apply: false })
  return { ...countsOf(row), to_confirm: 1 }
}

/**
 * Undoes a merged import in one transaction: orders are again as the other reports have them, and withdrawn if none has
 * them. Returns the counts. Its reason was stored with the request. Throws `conflict` for an import that is not merged.
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
  const effect = await takeBack(tx, importId, {
    undone_by: await selectUnlessGone(tx.db, tx.actor?.userId),
    undone_reason: undo_reason,
    undo_reason: null,
  })
  await updateImport(tx.db, importId, { undone_effect: JSON.stringify(effectOf(effect.creators, false)) })
  const { imported, updated, withdrawn } = effect
  return { ...counts, imported, updated, withdrawn }
}
