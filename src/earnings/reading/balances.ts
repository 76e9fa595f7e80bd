import { type Context, requireUser } from '../../platform/context.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { HeldBalance } from '../balance-contract.ts'
import { selectOwnPayee } from '../posting/sql.ts'
import { selectBalances, selectComing, selectOwnHolds } from './balances-sql.ts'
import { type LedgerOptions, reportDay } from './serialize.ts'

/** A payee's balance, in cents unless said otherwise (docs/product/ledger.md#balances). */
export type Balance = {
  /** Earnings that count as posted on the reports' day. */
  posted: number
  /** Earnings that do not count as posted yet. */
  pending: number
  /** Payouts, without those that came back. */
  paid: number
  /** The held part: everything of a held payee, or the rows of held orders and months. */
  held: number
  /** The payable part: posted less paid and held. Below zero if more was taken back than was left. */
  available: number
}

/**
 * The balances of payees by their ids, as of now; all zero for one without rows. The caller checks who may know them:
 * for a payout, lock the payees first, so that nobody adds to their ledgers meanwhile.
 */
export async function balancesOf(
  context: Context,
  payeeIds: string[],
  options: LedgerOptions,
): Promise<Map<string, Balance>> {
  const rows = await selectBalances(context.db, payeeIds, reportDay(context, options))
  return new Map(
    rows.map(({ payee_id, posted, pending, paid, held: ofRows, is_held }) => {
      // No more is held than is left to pay: held rows may have been paid out before.
      const left = Math.max(posted - paid, 0)
      const held = is_held ? left : Math.min(Math.max(ofRows, 0), left)
      return [payee_id, { posted, pending, paid, held, available: posted - paid - held }]
    }),
  )
}

/** A balance in dollars. */
export const balanceInUsd = (balance: Balance): Balance => ({
  posted: centsToUsd(balance.posted),
  pending: centsToUsd(balance.pending),
  paid: centsToUsd(balance.paid),
  held: centsToUsd(balance.held),
  available: centsToUsd(balance.available),
})

/** The caller's payee. */
export async function ownPayee(context: Context): Promise<string> {
  const payee = await selectOwnPayee(context.db, requireUser(context).userId)
  if (!payee) throw new Error('An account has no payee.')
  return payee.id
}

/** A payee's balance in dollars, why some of it is held, and when pending earnings become posted. */
export async function explainBalance(
  context: Context,
  payeeId: string,
  options: LedgerOptions,
): Promise<HeldBalance> {
  const balance = (await balancesOf(context, [payeeId], options)).get(payeeId)
  if (!balance) throw new Error('A payee has no balance.')
  const holds = await selectOwnHolds(context.db, payeeId)
  const coming = await selectComing(context.db, payeeId, reportDay(context, options))
  return {
    ...balanceInUsd(balance),
    holds: holds.map(({ set_at, ...hold }) => ({ ...hold, since: set_at.toISOString() })),
    coming: coming.map(({ cents, ...when }) => ({ ...when, amount: centsToUsd(cents) })),
  }
}
