import type { Context } from '../platform/context.ts'
import type { Settings } from '../platform/settings/read.ts'
import { turnOverRun } from './imports/formats/turning-over.ts'
import { mergeRun, undoRun } from './imports/merging.ts'
import { stageRun } from './imports/staging.ts'
import { matchOrders } from './matching/service.ts'
import { type ReportedMonth, selectReportedMonths, selectReportedOrders } from './posting/months-sql.ts'
import { calculateEarnings } from './posting/service.ts'
import type { Progress, RunsDependencies, RunWork } from './runs/execute.ts'
import { createRuns, type Runs } from './runs/service.ts'

export { interruptImports } from './imports/interrupted.ts'
export { findImport, listImports } from './imports/listing.ts'
export { createImport } from './imports/upload.ts'
export { listOrders } from './order-list/service.ts'
export { orderChecks } from './proof/verify.ts'
export { assignOrder } from './review/assignment.ts'
export { type Runs, startRun } from './runs/service.ts'
export { findPayee } from './tracking-ids/service.ts'

/** What the orders of the months from one to another are worth as reports say now (docs/product/payouts.md#receipts). */
export const reportedMonths = (
  { db }: Context,
  months: { from: string; to: string },
): Promise<ReportedMonth[]> => selectReportedMonths(db, months)

/** Which of these orders of a month of a marketplace Amazon pays for, with their commissions in cents. */
export const reportedOrders = (
  { db }: Context,
  of: { marketplace: string; month: string },
  ids: string[],
): Promise<{ order_item_id: string; commission_cents: number }[]> => selectReportedOrders(db, of, ids)

/** The work of a step on one import. */
const ofImport =
  (work: (context: Context, importId: string, progress: Progress) => ReturnType<RunWork>): RunWork =>
  (context, { id, importId }, progress) => {
    if (!importId) throw new Error(`Run ${id} names no import`)
    return work(context, importId, progress)
  }

/** The pipeline with the work of its steps. */
export const createPipeline = ({
  earnings,
  ...environment
}: Omit<RunsDependencies, 'work'> & Pick<Settings, 'earnings'>): Runs =>
  createRuns({
    ...environment,
    work: {
      stage: ofImport((context, importId, progress) => stageRun(context, earnings, importId, progress)),
      merge: ofImport(mergeRun),
      undo: ofImport(undoRun),
      turn_over: (context, { id, changeId }, progress) => {
        if (!changeId) throw new Error(`Run ${id} names no change`)
        return turnOverRun(context, changeId, progress)
      },
      match: (context, { id }, progress) => matchOrders(context, earnings, id, progress),
      calculate: (context, { id }, progress) => calculateEarnings(context, earnings, id, progress),
    },
  })
