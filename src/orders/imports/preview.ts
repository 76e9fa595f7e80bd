import { type Context, inTransaction } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { ImportDetail } from './contract.ts'
import { doubtsOf, type FewerRows } from './doubt-rules.ts'
import {
  addEffects,
  type Change,
  type Effect,
  hasReturns,
  prepareLong,
  runStatements,
  sumCommission,
  tried,
} from './effect-sql.ts'
import { endAsRepeated, failingImport, type LockedImport, lockKnown } from './ending.ts'
import { mergeStatements, previewNewest, statementsWithReturns } from './merge-sql.ts'
import { countsOfEffect, overlapMessage } from './rules.ts'
import { lockMerging, selectPreviewed, selectSameFile, updateImport } from './sql.ts'
import { isLastWord, selectFewerRows, selectOverlap } from './staged-sql.ts'

type Days = { first_day: string | null; last_day: string | null }

/**
 * What merging comes to: read off where nothing is compared but states, else tried by the very statements that merge and
 * taken back.
 */
export async function previewOf(tx: Context, row: LockedImport, { first_day, last_day }: Days) {
  const fewer = await selectFewerRows(tx.db, row.id)
  const effect = await effectOf(tx, row)
  return previewOfEffect(tx, row, { effect, fewer, first_day, last_day })
}

/** What it depends on how an import is merged. */
export async function mergingOf({ db }: Context, row: LockedImport) {
  const isFolio = row.format === 'folio_csv'
  return {
    format: row.format as string,
    isNewest: isFolio && (await isLastWord(db, row)),
    hasReturns: isFolio && (await hasReturns(db, row.id)),
  }
}

async function effectOf(tx: Context, row: LockedImport): Promise<Effect> {
  const { id } = row
  const merging = await mergingOf(tx, row)
  const triedOf = (statements: string[]) =>
    tried(tx.db, async () => {
      await updateImport(tx.db, id, { merged_at: tx.clock() })
      return runStatements(tx.db, statements)
    })
  if (!merging.isNewest) return triedOf(mergeStatements(id, merging))
  const effect = await runStatements(tx.db, [previewNewest(id)])
  return merging.hasReturns ? addEffects(effect, await triedOf(statementsWithReturns(id))) : effect
}

/** What merging comes to and what of it has to be confirmed, as an import keeps both; nothing of it is in the orders. */
export async function previewOfEffect(
  tx: Context,
  row: LockedImport,
  { effect, fewer, first_day, last_day }: { effect: Effect; fewer: FewerRows[] } & Days,
) {
  const before = await sumCommission(tx.db)
  const { unchanged, others_changed } = countsOfEffect(row.total, effect)
  const preview = {
    new_orders: effect.imported,
    changed: effect.updated,
    others_changed,
    unchanged,
    withdrawn: effect.withdrawn,
    unfound_returns: { count: effect.waiting_returns, commission: centsToUsd(-effect.waiting_cents || 0) },
    commission: { before: centsToUsd(before), after: centsToUsd(before + effect.cents_more) },
    first_day,
    last_day,
    changes: effect.changes.map(presentChange),
  }
  const doubts = doubtsIn(row, { effect, fewer })
  return { preview: JSON.stringify(preview), doubts: doubts.length > 0 ? JSON.stringify(doubts) : null }
}

/** What of a merge has to be confirmed. */
export const doubtsIn = (
  { reconciliation, failed }: LockedImport,
  { effect: { reopened, unclear }, fewer }: { effect: Effect; fewer: FewerRows[] },
) =>
  doubtsOf({
    reopened,
    unclear,
    fewer,
    failed,
    reconciliation: reconciliation as ImportDetail['reconciliation'],
  })

/** A preview of more items takes as long as a merge of its own, which the next step would wait for. */
const mostRenewed = 10_000

const usd = (cents: number | null) => (cents === null ? null : centsToUsd(cents))

const presentChange = (change: Change) => ({
  order_item_id: change.order_item_id,
  product_title: change.product_title,
  asin: change.asin,
  change: change.change,
  status: { before: change.status_before, after: change.status_after },
  commission: { before: usd(change.cents_before), after: usd(change.cents_after) },
})

/** Throws `conflict` where another kind of report pays for one of the import's days. */
export async function refuseOverlap(tx: Context, id: string): Promise<void> {
  const days = await selectOverlap(tx.db, id)
  if (days.length > 0) throw new AppError('conflict', overlapMessage(days), { days })
}

/**
 * Makes the previews of other staged imports anew, after orders have changed, as far as that is done soon: a large one
 * keeps what it said when it was staged. One that could not be merged any more fails, or is found to be a file that
 * stands by now.
 */
export async function renewPreviews(context: Context): Promise<void> {
  for (const { id } of await selectPreviewed(context.db, mostRenewed))
    await failingImport(context, id, () => inTransaction(context, (tx) => renewPreview(tx, id))).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
      },
    )
}

async function renewPreview(tx: Context, id: string): Promise<void> {
  await prepareLong(tx.db)
  await lockMerging(tx.db)
  const row = await lockKnown(tx, id)
  if (row.state !== 'staged') return
  const same = await selectSameFile(tx.db, row)
  if (same) {
    await endAsRepeated(tx, row, same)
    return
  }
  await refuseOverlap(tx, id)
  await updateImport(tx.db, id, await previewOf(tx, row, row.preview as Days))
}
