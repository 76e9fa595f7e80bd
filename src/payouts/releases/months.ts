import { monthStates, reportDay } from '../../earnings/index.ts'
import { lastReports, type OrderWorth, worthInMonths } from '../../orders/index.ts'
import type { Context } from '../../platform/context.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { amountsOf, keyOf, type MonthMoney, moneyOfMonths } from '../transfers/months.ts'
import type { MonthOf } from '../transfers/sql.ts'
import type { MonthStanding } from './contract.ts'
import { type Holdable, lastDayOf, missingOf, paymentOf, stageOf } from './rules.ts'
import { selectUnpaidHolds } from './sql.ts'

/** `reportTimeZone`: the zone of the days of reports, receipts and releases. */
export type Options = { reportTimeZone: string }

type State = Awaited<ReturnType<typeof monthStates>>[number]

/** A month of a marketplace, in the smallest unit of its currency. */
export type Month = MonthMoney & {
  /** Orders that are held because Amazon has not paid for them, the oldest first. */
  held: (Holdable & { cents: number })[]
  rule: State['rule']
  state: State
  isReleased: boolean
  isOver: boolean
  isReported: boolean
}

/**
 * The months from one to another that have orders or receipts, by marketplace, the newest first, and those in `also`.
 */
export async function monthsOf(
  context: Context,
  { from, to, also = [] }: { from: string; to: string; also?: MonthOf[] },
  options: Options,
): Promise<Month[]> {
  const present = reportDay(context, options).slice(0, 7)
  const inRange = ({ month }: MonthOf) => month >= from && month <= to
  const holds = (await selectUnpaidHolds(context.db)).filter(inRange)
  const money = await moneyOfMonths(context, { from, to, also: [...also, ...holds] })
  const reports = await lastReports(context, options)
  const worth = holds.length > 0 ? await worthInMonths(context, holds) : []
  const held = Map.groupBy(
    holds.map((hold, n): typeof hold & OrderWorth => ({ ...hold, ...(worth[n] ?? { own: 0, cents: 0 }) })),
    keyOf,
  )
  const months = money.sort(
    (one, other) => other.month.localeCompare(one.month) || one.marketplace.localeCompare(other.marketplace),
  )
  const states = new Map((await monthStates(context, months)).map((state) => [keyOf(state), state]))
  return months.map((of): Month => {
    const state = states.get(keyOf(of))
    if (!state) throw new Error(`The month ${keyOf(of)} has no state.`)
    const amounts = amountsOf(of)
    return {
      ...{ ...of, state, rule: state.rule },
      held: (held.get(keyOf(of)) ?? []).map((hold) => ({
        ...{ id: hold.id, amount: hold[amounts], cents: hold.cents },
      })),
      isReleased: state.released_on !== null,
      isOver: of.month < present,
      isReported: (reports.get(of.marketplace) ?? '') > lastDayOf(of.month),
    }
  })
}

/** One month, with or without orders and receipts. */
export async function monthOf(context: Context, of: MonthOf, options: Options): Promise<Month> {
  const months = await monthsOf(context, { from: of.month, to: of.month, also: [of] }, options)
  const found = months.find(({ marketplace }) => marketplace === of.marketplace)
  if (!found) throw new Error(`The month ${keyOf(of)} was not found.`)
  return found
}

/** The state of a month, in its currency. */
export const serializeStanding = (month: Month): MonthStanding => {
  const { state, rule, borne, held, currency } = month
  const { released_on, how, reason, released_by, by_itself } = state
  return {
    ...{ rule, payment: paymentOf(month), stage: stageOf(month), borne: toUnits(borne, currency) },
    missing: toUnits(missingOf(month), currency),
    held: toUnits(
      held.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
    released: released_on && how ? { on: released_on, how, reason, by: released_by, by_itself } : null,
  }
}
