import type { Context } from '../../../platform/context.ts'
import { monthAfter } from '../../../shared/payouts/months.ts'
import { type LedgerOptions, reportDay } from '../serialize.ts'
import { type MonthRow, selectEarningMonths, selectOrderCounts } from './earning-months-sql.ts'

/** An earning month of a payee, with its orders; amounts in cents. */
export type EarningMonth = MonthRow & {
  month: string
  ordered: number
  shipped: number
  is_paid_out: boolean
}

/**
 * A payee's earning months, the next to be paid first, without those that are paid out but for the last of them; and
 * what these older ones and rows without a month come to, in cents. Payouts pay the oldest first. All of it adds up to
 * the balance. The caller checks who may know it.
 */
export async function earningMonthsOf(
  context: Context,
  payeeId: string,
  { paid, ...options }: LedgerOptions & { paid: number },
) {
  const today = reportDay(context, options)
  const rows = await selectEarningMonths(context.db, payeeId, today)
  const dated = rows.flatMap(({ month, ...row }) => (month ? [{ month, ...row }] : []))
  const undated = sumOf(rows.filter(({ month }) => month === null))
  const paidOut = monthsPaidOut(dated, paid - undated)
  const shown = dated.slice(0, dated.length - paidOut.length + 1)
  const older = dated.slice(shown.length)
  const first = shown.at(-1)?.month ?? today.slice(0, 7)
  const counts = new Map(
    (await selectOrderCounts(context.db, payeeId, `${monthAfter(first, -longestShipping)}-01`)).map((row) => [
      row.month,
      row,
    ]),
  )
  // Orders of which nothing has shipped yet are in months without a row of the ledger.
  const waiting = [...counts.values()].filter(
    ({ month }) => month > first && !dated.some((row) => row.month === month),
  )
  const months: EarningMonth[] = [...shown, ...waiting.map(({ month }) => ({ month, ...emptyMonth }))]
    .map((row) => ({
      ...row,
      ordered: counts.get(row.month)?.ordered ?? 0,
      shipped: counts.get(row.month)?.shipped ?? 0,
      is_paid_out: paidOut.includes(row.month),
    }))
    .sort(
      (one, other) =>
        Number(one.is_paid_out) - Number(other.is_paid_out) || (one.month < other.month ? -1 : 1),
    )
  return {
    months,
    /** The last of the older months, which are paid out; null where there is none. */
    before: older[0] ? { month: older[0].month, cents: sumOf(older) } : null,
    /** Rows without a month: adjustments by hand. */
    other: undated,
  }
}

/** Orders are looked for as many months before the first one shown: some ship late. */
const longestShipping = 3

const emptyMonth = { posted_cents: 0, pending_cents: 0, reviewed_cents: 0, posted_on: null }

const sumOf = (rows: Pick<MonthRow, 'posted_cents' | 'pending_cents'>[]) =>
  rows.reduce((sum, { posted_cents, pending_cents }) => sum + posted_cents + pending_cents, 0)

/** The months that payouts have paid, the oldest first, and in which nothing is pending. */
function monthsPaidOut(latestFirst: (MonthRow & { month: string })[], paid: number): string[] {
  const found: string[] = []
  let left = paid
  for (const { month, posted_cents, pending_cents } of latestFirst.toReversed()) {
    left -= posted_cents
    if (pending_cents !== 0 || left < 0) break
    found.push(month)
  }
  return found
}
