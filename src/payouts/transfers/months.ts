import { type OrderWorth, type ReportedMonth, reportedMonths } from '../../orders/index.ts'
import type { Context } from '../../platform/context.ts'
import { currencyOf } from '../../shared/amazon/marketplaces.ts'
import { type MonthAmounts, type MonthOf, selectBorneMonths, selectReceivedMonths } from './sql.ts'

/** The worth of a month of a marketplace by reports, and Amazon's payments for it. */
export type MonthMoney = MonthOf & {
  /** All amounts are in its smallest unit. */
  currency: string
  creators: number
  nobodys: number
  underReview: number
  /** Orders without an amount in the currency, because it has no rate. */
  unrated: number
  /** The sum of creators', nobody's and those under review. */
  reported: number
  received: number
  /** What the platform bears. */
  borne: number
}

/** Tells months of marketplaces apart. */
export const keyOf = ({ month, marketplace }: MonthOf): string => `${month} ${marketplace}`

/**
 * The money of the months from one to another that have orders or receipts, and of those in `also`, in the currency in
 * which Amazon pays. A month of which anything was read as dollars, before there were other currencies, is all in
 * dollars.
 */
export async function moneyOfMonths(
  context: Context,
  { also = [], ...months }: { from: string; to: string; also?: MonthOf[] },
): Promise<MonthMoney[]> {
  const [reported, received, borne] = await Promise.all([
    reportedMonths(context, months),
    selectReceivedMonths(context.db, months),
    selectBorneMonths(context.db, months),
  ])
  const [reportedOf, receivedOf, borneOf] = [
    new Map(reported.map((row) => [keyOf(row), row])),
    new Map(received.map((row) => [keyOf(row), row])),
    new Map(borne.map((row) => [keyOf(row), row])),
  ]
  const all = [...reported, ...received, ...also]
  return [...new Map(all.map((row) => [keyOf(row), row])).entries()].map(([key, { month, marketplace }]) =>
    moneyOf(
      { month, marketplace },
      { reported: reportedOf.get(key), received: receivedOf.get(key), borne: borneOf.get(key) },
    ),
  )
}

/** The money of one month. */
export async function moneyOfMonth(context: Context, of: MonthOf): Promise<MonthMoney> {
  const months = await moneyOfMonths(context, { from: of.month, to: of.month, also: [of] })
  const found = months.find(({ marketplace }) => marketplace === of.marketplace)
  if (!found) throw new Error(`The month ${of.month} of ${of.marketplace} was not found.`)
  return found
}

/** Which of an order's amounts are in the currency of a month. */
export const amountsOf = ({
  marketplace,
  currency,
}: Pick<MonthMoney, 'marketplace' | 'currency'>): keyof OrderWorth =>
  currency === currencyOf(marketplace) ? 'own' : 'cents'

const nothing = { creators: 0, nobodys: 0, underReview: 0, unrated: 0 }

type Parts = {
  reported: ReportedMonth | undefined
  received: MonthAmounts | undefined
  borne: MonthAmounts | undefined
}

function moneyOf(of: MonthOf, { reported, received, borne }: Parts): MonthMoney {
  const own = currencyOf(of.marketplace)
  const isOwn = [reported, received, borne].every((part) => !part || part.currency === own)
  const amounts = isOwn ? 'own' : 'cents'
  const worth = (isOwn ? reported?.own : reported?.dollars) ?? nothing
  return {
    ...{ ...of, currency: isOwn ? own : 'USD', ...worth },
    reported: worth.creators + worth.nobodys + worth.underReview,
    received: received?.[amounts] ?? 0,
    borne: borne?.[amounts] ?? 0,
  }
}
