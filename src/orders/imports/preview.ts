import { type Context, inTransaction } from '../../platform/context.ts'
import { tried } from '../../platform/database/tried.ts'
import { toUnits, unitsOrNone } from '../../shared/amazon/currencies.ts'
import { AppError } from '../../shared/errors.ts'
import type { ImportDetail } from './contract.ts'
import { doubtsOf, type Elsewhere, type FewerRows, type LateRows, undatedDoubt } from './doubt-rules.ts'
import {
  addEffects,
  type Change,
  type Effect,
  hasReturns,
  prepareLong,
  runStatements,
  sendPlain,
  sumCommission,
} from './effect-sql.ts'
import { findElsewhere } from './elsewhere-sql.ts'
import { endAsRepeated, failingImport, type LockedImport, lockKnown } from './ending.ts'
import { mostDays, type Twin, undecidedTwins } from './formats/twin-rules.ts'
import {
  type SalesAbout,
  selectNotPaying,
  selectOtherFormat,
  selectPayingDate,
  selectSalesAbout,
} from './formats/twin-sql.ts'
import { mergeStatements, previewNewest, statementsWithReturns, storeNewest } from './merge-sql.ts'
import type { Asked } from './outcomes/counting-sql.ts'
import {
  captureOutcomes,
  createOutcomes,
  dropOutcomes,
  insertCaptured,
  insertCombined,
  tallyStaged,
} from './outcomes/outcomes-sql.ts'
import { mostCreatorsListed, otherCreators, tallyOf } from './outcomes/tally-rules.ts'
import { presentReportedAgain, undecidedIn } from './reported-again/deciding.ts'
import type { ReturnReportedAgain } from './reported-again/reported-again-rules.ts'
import { countsOfEffect } from './rules.ts'
import { lockMerging, selectPreviewed, selectSameFile, updateImport } from './sql.ts'
import { decidesAlone, measureStaged, selectFewerRows, selectLateRows } from './staged-sql.ts'

type Days = { first_day: string | null; last_day: string | null }

/** What merging an import comes to, before it is committed. */
export type Found = Merged & {
  fewer: FewerRows[]
  late: LateRows
  elsewhere: Elsewhere | null
  reportedAgain: ReturnReportedAgain[]
}
export type Merging = Awaited<ReturnType<typeof mergingOf>> & Partial<Asked>
type Merged = { effect: Effect; about: SalesAbout; twins: Twin[] }

/**
 * The preview of a staged import and what it asks, as JSON for its row. Where only states have to be compared they are
 * read; else the statements that merge are run and rolled back. Where a ship date has to be set first (decision 42)
 * nothing is tried.
 */
export async function previewOf(tx: Context, row: LockedImport, { first_day, last_day }: Days) {
  const days = { first_day, last_day }
  const other = await selectOtherFormat(tx.db, named(row))
  if (other) return undatedPreview(tx, row, other, days)
  const elsewhere = await findElsewhere(tx.db, row)
  const fewer = await selectFewerRows(tx.db, row.id)
  const late = await selectLateRows(tx.db, row.id)
  const merging = await mergingOf(tx, row)
  const reportedAgain = await undecidedIn(tx, row.id, merging)
  await createOutcomes(tx.db, row.id)
  // No twins: no ship date is set where an import alone decides its orders.
  const found = merging.isNewest
    ? { effect: await effectOfNewest(tx, row, merging), ...noTwins }
    : await effectTried(tx, row, merging)
  await insertCombined(tx.db, row.id)
  return previewOfEffect(tx, row, { ...found, fewer, late, elsewhere, reportedAgain, ...days })
}

/** Runs the statements that merge, stores what becomes of each row, and rolls everything else back. */
async function effectTried(tx: Context, row: LockedImport, merging: Merging): Promise<Merged> {
  const { outcomes, ...merged } = await tried(tx.db, async () => ({
    ...(await mergeTentatively(tx, row, { ...merging, hasCreators: true })),
    outcomes: await captureOutcomes(tx.db, row, { onlyReturns: false }),
  }))
  await insertCaptured(tx.db, row.id, outcomes)
  return merged
}

const noTwins: Omit<Merged, 'effect'> = {
  about: { orders: [], rows: [], decisions: [], sales: [] },
  twins: [],
}
const named = ({ format, marketplace }: Pick<LockedImport, 'format' | 'marketplace'>) => ({
  format: format ?? '',
  marketplace,
})

/** Merges, and finds what may be paid twice then. The caller rolls it back or goes on. */
export async function mergeTentatively(tx: Context, row: LockedImport, merging: Merging): Promise<Merged> {
  await updateImport(tx.db, row.id, { merged_at: tx.clock() })
  const effect = await runStatements(tx.db, mergeStatements(row.id, { hasCreators: false, ...merging }))
  return { effect, ...(await findTwins(tx, row.marketplace)) }
}

/** Likely twins in a marketplace, as orders are now. */
export async function findTwins({ db }: Context, marketplace: string): Promise<Omit<Merged, 'effect'>> {
  const about = await selectSalesAbout(db, { marketplace, mostDays })
  return { about, twins: undecidedTwins(about) }
}

/** What decides by which statements an import is merged. */
export async function mergingOf({ db }: Context, row: LockedImport) {
  const isFolio = row.format === 'folio_csv'
  return {
    format: row.format as string,
    isNewest: isFolio && (await decidesAlone(db, row)),
    hasReturns: isFolio && (await hasReturns(db, row.id)),
  }
}

async function effectOfNewest(tx: Context, row: LockedImport, merging: Merging): Promise<Effect> {
  const effect = await runStatements(tx.db, [previewNewest(row.id)])
  await sendPlain(tx.db, storeNewest(row.id))
  if (!merging.hasReturns) return effect
  const ofReturns = await tried(tx.db, async () => {
    await updateImport(tx.db, row.id, { merged_at: tx.clock() })
    const effect = await runStatements(tx.db, statementsWithReturns(row.id))
    return { effect, outcomes: await captureOutcomes(tx.db, row, { onlyReturns: true }) }
  })
  await insertCaptured(tx.db, row.id, ofReturns.outcomes)
  return addEffects(effect, ofReturns.effect)
}

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
    twins: found.twins.slice(0, mostTwinsShown).map((twin) => presentTwin(twin, currency)),
    unfound_returns: { count: effect.waiting_returns, commission: units(-effect.waiting_cents || 0) },
    retold_returns: found.reportedAgain
      .slice(0, mostReportedAgainShown)
      .map((one) => presentReportedAgain(one, currency)),
    commission: { before: units(before), after: units(before + effect.cents_more) },
    tally: tallyOf(await tallyStaged(tx.db, row.id), effect.more, currency),
    creators: effect.creators.slice(0, mostCreatorsListed),
    other_creators: otherCreators(effect.creators),
    first_day,
    last_day,
    changes: effect.changes.map((change) => presentChange(change, currency)),
  }
  const doubts = doubtsIn(row, { effect, ...found })
  return { preview: JSON.stringify(preview), doubts: doubts.length > 0 ? JSON.stringify(doubts) : null }
}

const mostTwinsShown = 200
const mostReportedAgainShown = 200

const presentTwin = ({ order, row }: Twin, currency: string) => ({
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
  return { preview: JSON.stringify(preview), doubts: JSON.stringify([doubt]) }
}

/** What of a merge has to be confirmed. */
export const doubtsIn = (
  { reconciliation, failed, currency }: LockedImport,
  {
    effect: { reopened, unclear, less_returned },
    fewer,
    late,
    elsewhere,
    twins,
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
    twins,
    reportedAgain,
    failed,
    reconciliation: reconciliation as ImportDetail['reconciliation'],
  })

/** Larger previews are not renewed: each takes as long as a merge, and the next step would wait for it. */
const mostRenewed = 10_000

const presentChange = (change: Change, currency: string) => ({
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
 * Renews the previews of staged imports after orders have changed or an admin has decided on them; `but` is left out. A
 * large one stays as it was staged. An import that can no longer be merged fails, or becomes `repeated`.
 */
export async function renewPreviews(context: Context, { but }: { but?: string } = {}): Promise<void> {
  const previewed = await selectPreviewed(context.db, mostRenewed)
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
