import { type Context, inTransaction } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { type Change, prepareLong, runStatements, sumCommission, tried } from './effect-sql.ts'
import { endAsRepeated, failingImport, type LockedImport, lockKnown } from './ending.ts'
import { mergeStatements, previewNewest } from './merge-sql.ts'
import { overlapMessage, unchangedOf } from './rules.ts'
import { hasNewerOne, lockMerging, selectPreviewed, selectSameFile, updateImport } from './sql.ts'
import { selectOverlap } from './staged-sql.ts'

/**
 * What merging comes to: read off where nothing is compared but states, else tried by the very statements that merge and
 * taken back.
 */
export async function previewOf(
  tx: Context,
  row: LockedImport,
  { first_day, last_day }: { first_day: string | null; last_day: string | null },
) {
  const format = row.format as string
  const before = await sumCommission(tx.db)
  const isNewest = !(await hasNewerOne(tx.db, row))
  const effect = await (format === 'folio_csv' && isNewest
    ? runStatements(tx.db, [previewNewest(row.id)])
    : tried(tx.db, async () => {
        await updateImport(tx.db, row.id, { merged_at: tx.clock() })
        return runStatements(tx.db, mergeStatements(row.id, { format, isNewest }))
      }))
  return {
    new_orders: effect.imported,
    changed: effect.updated,
    unchanged: unchangedOf(format, row.total, effect),
    withdrawn: effect.withdrawn,
    commission: { before: centsToUsd(before), after: centsToUsd(before + effect.cents_more) },
    first_day,
    last_day,
    changes: effect.changes.map(presentChange),
  }
}

/** A preview of more items takes as long as a merge of its own, which the next step would wait for. */
const mostRenewed = 10_000

type Preview = Awaited<ReturnType<typeof previewOf>>

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
  const preview = await previewOf(tx, row, row.preview as Preview)
  await updateImport(tx.db, id, { preview: JSON.stringify(preview) })
}
