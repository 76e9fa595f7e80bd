import { type ReportedMonth, reportedMonths } from '../../orders/index.ts'
import type { Context } from '../../platform/context.ts'
import { currencyOf } from '../../shared/amazon/marketplaces.ts'
import { type MonthOf, type ReceivedMonth, selectReceivedMonths } from './sql.ts'

/** What a month of a marketplace is worth as reports say, and what Amazon has paid for it. */
export type MonthMoney = MonthOf & {
  /** Of all amounts, which are in its smallest unit. */
  currency: string
  creators: number
  nobodys: number
  underReview: number
  /** The sum of these three. */
  reported: number
  received: number
}

/**
 * The money of the months from one to another that have orders or receipts, in the currency in which Amazon pays. A month
 * of which anything was read as dollars, before there were other currencies, is all in dollars.
 */
export async function moneyOfMonths(
  context: Context,
  months: { from: string; to: string },
): Promise<MonthMoney[]> {
  const [reported, received] = await Promise.all([
    reportedMonths(context, months),
    selectReceivedMonths(context.db, months),
  ])
  const keyOf = ({ month, marketplace }: MonthOf) => `${month} ${marketplace}`
  const reportedOf = new Map(reported.map((row) => [keyOf(row), row]))
  const receivedOf = new Map(received.map((row) => [keyOf(row), row]))
  return [...new Map([...reported, ...received].map((row) => [keyOf(row), row])).entries()].map(
    ([key, { month, marketplace }]) =>
      moneyOf({ month, marketplace }, reportedOf.get(key), receivedOf.get(key)),
  )
}

/** The money of one month. */
export async function moneyOfMonth(context: Context, { marketplace, month }: MonthOf): Promise<MonthMoney> {
  const found = await moneyOfMonths(context, { from: month, to: month })
  return (
    found.find((one) => one.marketplace === marketplace) ??
    moneyOf({ marketplace, month }, undefined, undefined)
  )
}

const nothing = { creators: 0, nobodys: 0, underReview: 0 }

function moneyOf(
  of: MonthOf,
  reported: ReportedMonth | undefined,
  received: ReceivedMonth | undefined,
): MonthMoney {
  const currency = currencyOf(of.marketplace)
  const isOwn = [reported, received].every((part) => !part || part.currency === currency)
  const worth = (isOwn ? reported?.own : reported?.dollars) ?? nothing
  return {
    ...of,
    currency: isOwn ? currency : 'USD',
    ...worth,
    reported: worth.creators + worth.nobodys + worth.underReview,
    received: (isOwn ? received?.own : received?.cents) ?? 0,
  }
}
