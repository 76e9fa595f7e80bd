import type { Context } from '../../platform/context.ts'
import { selectBalances } from './balances-sql.ts'
import { type LedgerOptions, reportDay } from './present.ts'

/** Of a payee, in cents (docs/product/ledger.md#balances). */
export type Balance = {
  /** All that was earned and counts as posted on the reports' day. */
  posted: number
  /** All that was earned and does not yet. */
  pending: number
  /** All that was paid out, without what came back. */
  paid: number
  /** What may be paid out: posted less paid. Below zero where more was taken back since than was left. */
  available: number
}

/**
 * The balances of payees by their ids, as of now; of one without rows all are zero. The caller says who may know them:
 * for a payout, lock the payees first, so that nobody adds to their ledgers meanwhile.
 */
export async function balancesOf(
  context: Context,
  payeeIds: string[],
  options: LedgerOptions,
): Promise<Map<string, Balance>> {
  const rows = await selectBalances(context.db, payeeIds, reportDay(context, options))
  return new Map(
    rows.map(({ payee_id, posted, pending, paid }) => [
      payee_id,
      { posted, pending, paid, available: posted - paid },
    ]),
  )
}
