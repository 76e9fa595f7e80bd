import { monthStates, reportDay } from '../../earnings/index.ts'
import { lastReports, reportedMonths, worthInMonths } from '../../orders/index.ts'
import type { Context } from '../../platform/context.ts'
import { centsToUsd } from '../../shared/money.ts'
import { selectReceived } from '../transfers/sql.ts'
import type { MonthStanding } from './contract.ts'
import { type Holdable, lastDayOf, missingOf, paymentOf, stageOf } from './rules.ts'
import { type MonthOf, selectBorne, selectUnpaidHolds } from './sql.ts'

/** `reportTimeZone`: of the days of reports, receipts and releases. */
export type Options = { reportTimeZone: string }

type Reported = Awaited<ReturnType<typeof reportedMonths>>[number]
type State = Awaited<ReturnType<typeof monthStates>>[number]

/** All that is known of a month of a marketplace, in cents. */
export type Month = MonthOf & {
  reported: number
  of: Omit<Reported, 'month' | 'marketplace'>
  unrated: number
  received: number
  borne: number
  /** Orders that are held because Amazon has not paid for them, the oldest first. */
  held: Holdable[]
  rule: State['rule']
  state: State
  isReleased: boolean
  isOver: boolean
  isReported: boolean
}

const keyOf = ({ month, marketplace }: MonthOf) => `${month} ${marketplace}`

/** The months from one to another that have orders or receipts, by marketplace, the newest first; or those `also` asked for. */
export async function monthsOf(
  context: Context,
  { from, to, also = [] }: { from: string; to: string; also?: MonthOf[] },
  options: Options,
): Promise<Month[]> {
  const present = reportDay(context, options).slice(0, 7)
  const [reported, received, borne, holds, reports] = [
    new Map((await reportedMonths(context, { from, to })).map((one) => [keyOf(one), one])),
    new Map((await selectReceived(context.db, { from, to })).map((one) => [keyOf(one), one.cents])),
    new Map((await selectBorne(context.db)).map((one) => [keyOf(one), one.cents])),
    await selectUnpaidHolds(context.db),
    await lastReports(context, options),
  ]
  const worth = holds.length > 0 ? await worthInMonths(context, holds) : []
  const held = Map.groupBy(
    holds.map((hold, n) => ({ ...hold, cents: worth[n] ?? 0 })),
    keyOf,
  )
  const inRange = ({ month }: MonthOf) => month >= from && month <= to
  const keys = new Set([
    ...[...reported.keys(), ...received.keys(), ...also.map(keyOf)],
    ...holds.filter(inRange).map(keyOf),
  ])
  const months = [...keys]
    .sort((one, other) => other.slice(0, 7).localeCompare(one.slice(0, 7)) || one.localeCompare(other))
    .map((key) => ({ month: key.slice(0, 7), marketplace: key.slice(8) }))
  const states = await monthStates(context, months)
  return states.map((state): Month => {
    const { marketplace, month, rule } = state
    const key = keyOf(state)
    const of = reported.get(key) ?? { creators: 0, nobodys: 0, underReview: 0, unrated: 0 }
    return {
      ...{ marketplace, month, rule, state, of },
      reported: of.creators + of.nobodys + of.underReview,
      unrated: of.unrated,
      received: received.get(key) ?? 0,
      borne: state.borne + (borne.get(key) ?? 0),
      held: held.get(key) ?? [],
      isReleased: state.released_on !== null,
      isOver: month < present,
      isReported: (reports.get(marketplace) ?? '') > lastDayOf(month),
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

/** How far a month is, in dollars. */
export const presentStanding = (month: Month): MonthStanding => {
  const { state, rule, borne, held } = month
  const { released_on, how, reason, released_by, by_itself } = state
  return {
    ...{ rule, payment: paymentOf(month), stage: stageOf(month), borne: centsToUsd(borne) },
    missing: centsToUsd(missingOf(month)),
    held: centsToUsd(held.reduce((sum, { cents }) => sum + cents, 0)),
    released: released_on && how ? { on: released_on, how, reason, by: released_by, by_itself } : null,
  }
}
