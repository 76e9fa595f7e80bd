import type { Context } from '../../../platform/context.ts'
import { centsToUsd } from '../../../shared/money.ts'
import type { ImportDetail } from '../contract.ts'
import { selectUnlessGone } from '../sql.ts'
import {
  idOfRetold,
  type RetoldReturn,
  returnDecisionsOf,
  type ToldReturn,
  undecidedReturns,
} from './retold-rules.ts'
import { insertReturnDecisions, selectOrderReturns } from './retold-sql.ts'

/** The returns of a staged import that may be ones which earlier reports told otherwise, and nobody has said (decision 57). */
export const undecidedIn = async (
  { db }: Context,
  importId: string,
  { hasReturns }: { hasReturns: boolean },
): Promise<RetoldReturn[]> => (hasReturns ? undecidedReturns(await selectOrderReturns(db, importId)) : [])

/** Notes of returns that an import tells that they are the same as those told before, or others. */
export async function decideReturns(
  tx: Context,
  importId: string,
  { retold, isSame }: { retold: RetoldReturn[]; isSame: boolean },
): Promise<void> {
  if (retold.length === 0) return
  const decisions = retold.flatMap((one) => returnDecisionsOf(one, isSame))
  await insertReturnDecisions(tx.db, importId, decisions, {
    actorId: await selectUnlessGone(tx.db, tx.actor?.userId),
    at: tx.clock(),
  })
}

type Presented = NonNullable<NonNullable<ImportDetail['preview']>['retold_returns']>[number]

/** Both tellings of a return, as a preview shows them. */
export const presentRetold = (retold: RetoldReturn): Presented => ({
  id: idOfRetold(retold),
  order_item_id: retold.order_item_id,
  asin: retold.asin,
  product_title: retold.product_title,
  earlier: presentTold(retold.earlier),
  later: presentTold(retold.later),
})

const presentTold = ({ back: { day, pieces, cents } }: ToldReturn): Presented['later'] => ({
  day,
  pieces: pieces ?? null,
  commission: centsToUsd(cents),
})
