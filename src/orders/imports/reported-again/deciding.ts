import type { Context } from '../../../platform/context.ts'
import { toUnits } from '../../../shared/amazon/currencies.ts'
import type { ImportDetail } from '../contract.ts'
import { selectUnlessGone } from '../sql.ts'
import {
  idOfReportedAgain,
  type ReportedReturn,
  type ReturnReportedAgain,
  returnDecisionsOf,
  undecidedReturns,
} from './reported-again-rules.ts'
import { insertReturnDecisions, selectOrderReturns } from './reported-again-sql.ts'

/** The returns of a staged import that may repeat earlier ones, and that nobody has decided on (decision 39). */
export const undecidedIn = async (
  { db }: Context,
  { id, format }: { id: string; format: string | null },
): Promise<ReturnReportedAgain[]> =>
  format === 'folio_csv' ? undecidedReturns(await selectOrderReturns(db, id)) : []

/** Stores that returns of an import are the same as the earlier ones, or other returns. */
export async function decideReturns(
  tx: Context,
  importId: string,
  { reportedAgain, isSame }: { reportedAgain: ReturnReportedAgain[]; isSame: boolean },
): Promise<void> {
  if (reportedAgain.length === 0) return
  const decisions = reportedAgain.flatMap((one) => returnDecisionsOf(one, isSame))
  await insertReturnDecisions(tx.db, importId, decisions, {
    actorId: await selectUnlessGone(tx.db, tx.actor?.userId),
    at: tx.clock(),
  })
}

type Presented = NonNullable<NonNullable<ImportDetail['preview']>['retold_returns']>[number]

/** Both reports of a return, as a preview shows them; money in the report's currency. */
export const serializeReportedAgain = (reportedAgain: ReturnReportedAgain, currency: string): Presented => ({
  id: idOfReportedAgain(reportedAgain),
  order_item_id: reportedAgain.order_item_id,
  asin: reportedAgain.asin,
  product_title: reportedAgain.product_title,
  earlier: serializeReturn(reportedAgain.earlier, currency),
  later: serializeReturn(reportedAgain.later, currency),
})

const serializeReturn = (
  { back: { day, pieces, cents } }: ReportedReturn,
  currency: string,
): Presented['later'] => ({
  day,
  pieces: pieces ?? null,
  commission: toUnits(cents, currency),
})
