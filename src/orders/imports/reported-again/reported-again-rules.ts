import { dayMs } from '../../../shared/time.ts'

/** A return as a Folio CSV reports it, in cents (decision 39). `number` counts equal returns of one file, from 1. */
export type ReportedReturn = {
  back: { day: string; cents: number; reversed: boolean; pieces?: number }
  number: number
}

/** The returns of an order: in a staged file, in reports in force, and which of them an admin said are the same. */
export type OrderReturns = {
  order_item_id: string
  asin: string
  product_title: string
  /** How many pieces were bought, by the newest report that has the purchase; null if none does. */
  bought: number | null
  mine: ReportedReturn[]
  reported: ReportedReturn[]
  same: [ReportedReturn, ReportedReturn][]
  /** Returns of the file that an admin has decided on. */
  decided: ReportedReturn[]
}

/**
 * A return of a file, an earlier one that it may repeat, and all returns (`alike`) that are the same as the earlier.
 */
export type ReturnReportedAgain = Pick<OrderReturns, 'order_item_id' | 'asin' | 'product_title'> & {
  later: ReportedReturn
  earlier: ReportedReturn
  alike: ReportedReturn[]
}

const nameOf = ({ back, number }: ReportedReturn) =>
  JSON.stringify([back.day, back.pieces ?? null, back.cents, back.reversed, number])

/**
 * The id by which an answer names a pair that an import asks about. It names both returns, since another import may
 * change the earlier one after an admin has seen the pair.
 */
export const idOfReportedAgain = ({ order_item_id, later, earlier }: ReturnReportedAgain): string =>
  JSON.stringify([order_item_id, nameOf(later), nameOf(earlier)])

/**
 * Pairs the returns that only the file has with those that only reports in force have: each pair may be one return,
 * reported again with another amount or day (decision 39). Each return is in one pair at most, and pairs that differ
 * least come first. A return that was decided to be the same as one of the file counts as in the file. A return of all
 * pieces is not asked about: the newest file decides on it, as on any status. The result does not depend on the order
 * of rows or files.
 */
export const undecidedReturns = (orders: OrderReturns[]): ReturnReportedAgain[] => orders.flatMap(undecidedOf)

function undecidedOf({
  bought,
  mine,
  reported,
  same,
  decided,
  ...order
}: OrderReturns): ReturnReportedAgain[] {
  const known = new Set([...reported, ...decided].map(nameOf))
  const own = new Set(mine.map(nameOf))
  const isPart = (one: ReportedReturn) => !isOfAll(one, bought)
  const groups = groupsOf(reported.filter(isPart), same).filter(
    (group) => !group.some((one) => own.has(nameOf(one)) || isSameAs(one, own, same)),
  )
  const pairs = mine
    .filter((one) => isPart(one) && !known.has(nameOf(one)))
    .flatMap((later) =>
      groups.flatMap((alike) => alike.map((earlier) => ({ ...order, later, earlier, alike }))),
    )
    .sort((one, other) => compare(distance(one), distance(other)))
  const taken = new Set<unknown>()
  return pairs.filter(({ later, alike }) => {
    if (taken.has(later) || taken.has(alike)) return false
    taken.add(later).add(alike)
    return true
  })
}

/** Whether a row says that all pieces came back; for an order without a purchase every such row does (decision 39). */
const isOfAll = ({ back: { reversed, pieces } }: ReportedReturn, bought: number | null) =>
  !reversed && (bought === null || (pieces ?? bought) >= bought)

/** Whether a return was decided to be the same as one of the file. */
const isSameAs = (one: ReportedReturn, own: Set<string>, same: OrderReturns['same']) =>
  same.some(
    ([a, b]) =>
      (nameOf(a) === nameOf(one) && own.has(nameOf(b))) || (nameOf(b) === nameOf(one) && own.has(nameOf(a))),
  )

/** Groups returns that were decided to be the same; each other return is a group of its own. */
function groupsOf(reported: ReportedReturn[], same: OrderReturns['same']): ReportedReturn[][] {
  let groups = reported.map((one) => [one])
  for (const pair of same) {
    const names = pair.map(nameOf)
    const joined = groups.filter((group) => group.some((one) => names.includes(nameOf(one))))
    if (joined.length > 1) groups = [...groups.filter((group) => !joined.includes(group)), joined.flat()]
  }
  return groups
}

/**
 * How much two returns differ, to be compared key by key: differing fields, days, cents, then names for a fixed order.
 */
function distance({ later, earlier }: ReturnReportedAgain): (number | string)[] {
  const [a, b] = [later.back, earlier.back]
  const differing = [a.cents !== b.cents, a.pieces !== b.pieces, a.reversed !== b.reversed, a.day !== b.day]
  return [
    differing.filter(Boolean).length,
    Math.abs(Date.parse(a.day) - Date.parse(b.day)) / dayMs,
    Math.abs(a.cents - b.cents),
    nameOf(later),
    nameOf(earlier),
  ]
}

function compare(one: (number | string)[], other: (number | string)[]): number {
  const index = one.findIndex((value, at) => value !== other[at])
  if (index < 0) return 0
  return (one[index] as number | string) < (other[index] as number | string) ? -1 : 1
}

type ReturnDecision = {
  order_item_id: string
  later: ReportedReturn['back']
  later_number: number
  earlier: ReportedReturn['back'] | null
  earlier_number: number | null
}

/**
 * The decisions to store. A return that is the same gets one for each equal return, since undoing an import may leave
 * any of these alone; another return gets one without an earlier return.
 */
export const returnDecisionsOf = (
  { order_item_id, later, alike }: ReturnReportedAgain,
  isSame: boolean,
): ReturnDecision[] =>
  (isSame ? alike : [null]).map((earlier) => ({
    order_item_id,
    later: later.back,
    later_number: later.number,
    earlier: earlier?.back ?? null,
    earlier_number: earlier?.number ?? null,
  }))
