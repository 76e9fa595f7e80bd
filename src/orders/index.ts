import type { Context } from '../platform/context.ts'
import type { Settings } from '../platform/settings/read.ts'
import { turnOverRun } from './imports/formats/turning-over.ts'
import { mergeRun, undoRun } from './imports/merge/runs.ts'
import { stageRun } from './imports/staging.ts'
import { matchOrders } from './matching/service.ts'
import {
  type MonthOf,
  type MonthOrderRow,
  type OrderWorth,
  type ReportedMonth,
  selectFirstMonth,
  selectLastReports,
  selectMonthOrders,
  selectMonthsOfOrders,
  selectReportedMonths,
  selectReportedOrders,
  selectWorth,
} from './posting/months-sql.ts'
import { calculateEarnings } from './posting/service.ts'
import { selectRates } from './rates/sql.ts'
import type { Progress, RunsDependencies, RunWork } from './runs/execute.ts'
import { createRuns, type Runs } from './runs/service.ts'

export { interruptImports } from './imports/ending.ts'
export { findImport, listImports } from './imports/listing.ts'
export { createImport } from './imports/upload.ts'
export { listOrders } from './order-list/service.ts'
export { orderChecks } from './proof/verify.ts'
export { assignOrder } from './review/assignment.ts'
export { type Runs, startRun } from './runs/service.ts'
export { findPayee } from './tracking-ids/service.ts'
export { exportWaiting } from './waiting/service.ts'
export type { OrderWorth, ReportedMonth }

/**
 * The worth of the orders of the months from one to another, by the present reports (docs/product/payouts.md#receipts).
 */
export const reportedMonths = (
  { db }: Context,
  months: { from: string; to: string },
): Promise<ReportedMonth[]> => selectReportedMonths(db, months)

/** Which of these orders Amazon pays for with a month of a marketplace, and their worth in it. */
export const reportedOrders = (
  { db }: Context,
  of: MonthOf,
  ids: string[],
): Promise<(OrderWorth & { order_item_id: string })[]> => selectReportedOrders(db, of, ids)

/** The first earning month of a marketplace's orders; null before there is one. */
export const firstMonthOf = ({ db }: Context, marketplace: string): Promise<string | null> =>
  selectFirstMonth(db, marketplace)

/** The newest rate of a currency, of any month: dollars for one unit. Null before there is one. */
export const lastRateOf = async ({ db }: Context, currency: string): Promise<string | null> =>
  (await selectRates(db, { currency, month: '' })).last

/** The marketplace and month of each of these orders; unknown orders are left out. */
export const monthsOfOrders = (
  { db }: Context,
  ids: string[],
): Promise<{ order_item_id: string; marketplace: string; month: string }[]> => selectMonthsOfOrders(db, ids)

/** The orders that Amazon pays for with a month of a marketplace, a page of them, those worth the most first. */
export const ordersOfMonth = (
  { db }: Context,
  of: MonthOf,
  page: Parameters<typeof selectMonthOrders>[2],
): Promise<MonthOrderRow[]> => selectMonthOrders(db, of, page)

/** The worth of orders in a month each, in the order given; nothing for orders of another month. */
export const worthInMonths = (
  { db }: Context,
  of: (MonthOf & { order_item_id: string })[],
): Promise<OrderWorth[]> => selectWorth(db, of)

/** The day of the newest paying report in force, by marketplace: up to there all orders are known. */
export async function lastReports(
  { db }: Context,
  { reportTimeZone }: { reportTimeZone: string },
): Promise<Map<string, string>> {
  const rows = await selectLastReports(db, { zone: reportTimeZone })
  return new Map(rows.map(({ marketplace, day }) => [marketplace, day]))
}

/** The work of a step on one import. */
const ofImport =
  (work: (context: Context, importId: string, progress: Progress) => ReturnType<RunWork>): RunWork =>
  (context, { id, importId }, progress) => {
    if (!importId) throw new Error(`Run ${id} names no import`)
    return work(context, importId, progress)
  }

/**
 * The pipeline with the work of its steps. `settle` runs after each step that changes what orders are worth or what is
 * posted for them.
 */
export const createPipeline = ({
  earnings,
  settle,
  ...environment
}: Omit<RunsDependencies, 'work'> &
  Pick<Settings, 'earnings'> & { settle: (context: Context) => Promise<void> }): Runs => {
  const settled =
    (work: RunWork): RunWork =>
    async (context, run, progress) => {
      const results = await work(context, run, progress)
      await settle({ ...context, actor: null })
      return results
    }
  return createRuns({
    ...environment,
    work: {
      stage: ofImport((context, importId, progress) => stageRun(context, earnings, importId, progress)),
      merge: settled(ofImport(mergeRun)),
      undo: settled(ofImport(undoRun)),
      turn_over: settled((context, { id, changeId }, progress) => {
        if (!changeId) throw new Error(`Run ${id} names no change`)
        return turnOverRun(context, changeId, progress)
      }),
      match: (context, { id }, progress) => matchOrders(context, earnings, id, progress),
      calculate: settled((context, { id }, progress) => calculateEarnings(context, earnings, id, progress)),
    },
  })
}
