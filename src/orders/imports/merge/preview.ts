import { type Context, inTransaction } from '../../../platform/context.ts'
import { tried } from '../../../platform/database/tried.ts'
import { toUnits, unitsOrNone } from '../../../shared/amazon/currencies.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ImportDetail } from '../contract.ts'
import { doubtsOf, type Elsewhere, type FewerRows, type LateRows, undatedDoubt } from '../doubt-rules.ts'
import { inWords } from '../doubt-texts.ts'
import { findElsewhere } from '../elsewhere-sql.ts'
import { endAsRepeated, failingImport, type LockedImport, lockKnown } from '../ending.ts'
import type { Duplicate } from '../formats/duplicate-rules.ts'
import { selectNotPaying, selectOtherFormat, selectPayingDate } from '../formats/duplicate-sql.ts'
import {
  captureOutcomes,
  createOutcomes,
  dropOutcomes,
  insertCaptured,
  insertCombined,
  tallyStaged,
} from '../outcomes/outcomes-sql.ts'
import { maxCreatorsListed, otherCreators, tallyOf } from '../outcomes/tally-rules.ts'
import { serializeReportedAgain, undecidedIn } from '../reported-again/deciding.ts'
import type { ReturnReportedAgain } from '../reported-again/reported-again-rules.ts'
import { countsOfEffect } from '../rules.ts'
import {
  lockMerging,
  prepareLong,
  selectPreviewed,
  selectSameFile,
  sumCommission,
  updateImport,
} from '../sql.ts'
import { measureStaged, selectFewerRows, selectLateRows } from '../staged-sql.ts'
import type { Change } from './effect-sql.ts'
import { type Merged, takeEffect } from './merging.ts'

type Days = { first_day: string | null; last_day: string | null }

/** Questions about a staged file that do not depend on its changes. */
export type Compared = { elsewhere: Elsewhere | null; fewer: FewerRows[]; late: LateRows }
/** The result of merging an import, before it is committed. */
export type Found = Merged & Compared & { reportedAgain: ReturnReportedAgain[] }

/**
 * The preview of a staged import and its questions, as JSON for its row: the merge itself, rolled back. If a ship date
 * has to be set first (decision 42) nothing is tried.
 */
export async function previewOf(tx: Context, row: LockedImport, { first_day, last_day }: Days) {
  const days = { first_day, last_day }
  const other = await selectOtherFormat(tx.db, named(row))
  if (other) return undatedPreview(tx, row, other, days)
  const compared = await compareStaged(tx, row)
  const reportedAgain = await undecidedIn(tx, row)
  await createOutcomes(tx.db, row.id)
  const { outcomes, ...merged } = await tried(tx.db, async () => ({
    ...(await takeEffect(tx, row, { hasCreators: true })),
    outcomes: await captureOutcomes(tx.db, row),
  }))
  await insertCaptured(tx.db, row.id, outcomes)
  await insertCombined(tx.db, row.id)
  return previewOfEffect(tx, row, { ...merged, ...compared, reportedAgain, ...days })
}

/** Compares a staged file with the reports in force. */
export async function compareStaged(tx: Context, row: LockedImport): Promise<Compared> {
  const elsewhere = await findElsewhere(tx.db, row)
  const fewer = await selectFewerRows(tx.db, row.id)
  const late = await selectLateRows(tx.db, row.id)
  return { elsewhere, fewer, late }
}

const named = ({ format, marketplace }: Pick<LockedImport, 'format' | 'marketplace'>) => ({
  format: format ?? '',
  marketplace,
})

/** The preview and the doubts of a merge, as JSON for the import's row. Must run after the merge was rolled back. */
async function previewOfEffect(
  tx: Context,
  row: LockedImport,
  { effect, first_day, last_day, ...found }: Found & Days,
) {
  const { currency } = row
  const units = (cents: number) => toUnits(cents, currency)
  const before = await sumCommission(tx.db, currency)
  const { unchanged, others_changed } = countsOfEffect(row.total, effect)
  const date = await selectPayingDate(tx.db, row.marketplace)
  const others = await selectNotPaying(tx.db, { ...named(row), id: row.id })
  const preview = {
    new_orders: effect.imported,
    changed: effect.updated,
    others_changed,
    unchanged,
    withdrawn: effect.withdrawn,
    not_paying:
      date && others.count > 0
        ? { count: others.count, commission: units(others.cents), paying_date: date }
        : null,
    duplicates: found.duplicates
      .slice(0, maxDuplicatesShown)
      .map((duplicate) => serializeLikelyDuplicate(duplicate, currency)),
    unfound_returns: { count: effect.waiting_returns, commission: units(-effect.waiting_cents || 0) },
    retold_returns: found.reportedAgain
      .slice(0, maxReportedAgainShown)
      .map((one) => serializeReportedAgain(one, currency)),
    commission: { before: units(before), after: units(before + effect.cents_more) },
    tally: tallyOf(await tallyStaged(tx.db, row.id), effect.more, currency),
    creators: effect.creators.slice(0, maxCreatorsListed),
    other_creators: otherCreators(effect.creators),
    first_day,
    last_day,
    changes: effect.changes.map((change) => serializeChange(change, currency)),
  }
  const doubts = doubtsIn(row, { effect, ...found })
  return {
    preview: JSON.stringify(preview),
    doubts: doubts.length > 0 ? JSON.stringify(inWords(doubts, currency)) : null,
  }
}

const maxDuplicatesShown = 200
const maxReportedAgainShown = 200

const serializeLikelyDuplicate = ({ order, row }: Duplicate, currency: string) => ({
  order_item_id: order.id,
  order_date: order.day,
  fee_item_id: row.id,
  shipped_on: row.day,
  asin: order.asin,
  product_title: order.title || row.title,
  commission: toUnits(order.cents, currency),
})

/** The preview of an import that cannot be merged before a ship date separates two paying formats: it asks for one. */
async function undatedPreview(tx: Context, row: LockedImport, other: string, days: Days) {
  await dropOutcomes(tx.db, row.id)
  const { cents } = await measureStaged(tx.db, row.id)
  const sum = toUnits(await sumCommission(tx.db, row.currency), row.currency)
  const preview = {
    new_orders: 0,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    commission: { before: sum, after: sum },
    ...days,
    changes: [],
  }
  const doubt = undatedDoubt({ ...named(row), currency: row.currency }, { other, rows: row.total, cents })
  return { preview: JSON.stringify(preview), doubts: JSON.stringify(inWords([doubt], row.currency)) }
}

/** The parts of a merge that have to be confirmed. */
export const doubtsIn = (
  { reconciliation, failed, currency }: LockedImport,
  {
    effect: { reopened, unclear, less_returned },
    fewer,
    late,
    elsewhere,
    duplicates,
    reportedAgain,
  }: Omit<Found, 'about'>,
) =>
  doubtsOf({
    currency,
    reopened,
    unclear,
    less_returned,
    fewer,
    late,
    elsewhere,
    duplicates,
    reportedAgain,
    failed,
    reconciliation: reconciliation as ImportDetail['reconciliation'],
  })

/** Larger previews are not renewed: each takes as long as a merge, and the next step would wait for it. */
const maxRenewed = 10_000

const serializeChange = (change: Change, currency: string) => ({
  order_item_id: change.order_item_id,
  product_title: change.product_title,
  asin: change.asin,
  change: change.change,
  status: { before: change.status_before, after: change.status_after },
  commission: {
    before: unitsOrNone(change.cents_before, currency),
    after: unitsOrNone(change.cents_after, currency),
  },
})

/**
 * Renews the previews of staged imports after orders have changed or an admin has decided on them, except `but`. A
 * large one stays as it was staged. An import that can no longer be merged fails, or becomes `repeated`.
 */
export async function renewPreviews(context: Context, { but }: { but?: string } = {}): Promise<void> {
  const previewed = await selectPreviewed(context.db, maxRenewed)
  for (const { id } of previewed.filter((one) => one.id !== but))
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
  await updateImport(tx.db, id, await previewOf(tx, row, row.preview as Days))
}
