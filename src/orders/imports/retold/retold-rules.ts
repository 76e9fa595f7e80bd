import { dayMs } from '../../../shared/time.ts'

/** A return as a file of Folio's CSV tells it (decision 39), with its number among those of the file that are equal. */
export type ToldReturn = {
  back: { day: string; cents: number; reversed: boolean; pieces?: number }
  number: number
}

/** What is told of an order's returns: by a staged file, by reports that stand, and which of them are said to be the same. */
export type OrderReturns = {
  order_item_id: string
  asin: string
  product_title: string
  /** How many were bought, by the newest report that tells; null where none does. */
  bought: number | null
  mine: ToldReturn[]
  told: ToldReturn[]
  same: [ToldReturn, ToldReturn][]
  /** Those of the file of which it has been said what they are. */
  decided: ToldReturn[]
}

/** A return of a file that may be the same as one that reports told otherwise before, and all that are the same as that one. */
export type RetoldReturn = Pick<OrderReturns, 'order_item_id' | 'asin' | 'product_title'> & {
  later: ToldReturn
  earlier: ToldReturn
  alike: ToldReturn[]
}

const nameOf = ({ back, number }: ToldReturn) =>
  JSON.stringify([back.day, back.pieces ?? null, back.cents, back.reversed, number])

/** What a pair is called that an import asks about: who answers must have seen both, since another import may change one. */
export const idOfRetold = ({ order_item_id, later, earlier }: RetoldReturn): string =>
  JSON.stringify([order_item_id, nameOf(later), nameOf(earlier)])

/**
 * The returns of a file that no report tells of which stands, paired with those that such reports tell of and the file does
 * not: each may be the other, told anew (decision 57). Each is in one pair at most; those that differ least come first. What
 * is the same as a return of the file is told by it. That all came back is said like any status, by the newest file, and is not
 * asked about. The result depends on what is told alone, not on its order.
 */
export const undecidedReturns = (orders: OrderReturns[]): RetoldReturn[] => orders.flatMap(undecidedOf)

function undecidedOf({ bought, mine, told, same, decided, ...order }: OrderReturns): RetoldReturn[] {
  const known = new Set([...told, ...decided].map(nameOf))
  const own = new Set(mine.map(nameOf))
  const isPart = (one: ToldReturn) => !isOfAll(one, bought)
  const groups = groupsOf(told.filter(isPart), same).filter(
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

/** Whether a row says that all pieces came back; without a purchase nothing is taken by its word (decision 39). */
const isOfAll = ({ back: { reversed, pieces } }: ToldReturn, bought: number | null) =>
  !reversed && (bought === null || (pieces ?? bought) >= bought)

/** Whether a return was said to be the same as one of the file. */
const isSameAs = (one: ToldReturn, own: Set<string>, same: OrderReturns['same']) =>
  same.some(
    ([a, b]) =>
      (nameOf(a) === nameOf(one) && own.has(nameOf(b))) || (nameOf(b) === nameOf(one) && own.has(nameOf(a))),
  )

/** Returns that are said to be the same, together; each other one by itself. */
function groupsOf(told: ToldReturn[], same: OrderReturns['same']): ToldReturn[][] {
  let groups = told.map((one) => [one])
  for (const pair of same) {
    const names = pair.map(nameOf)
    const joined = groups.filter((group) => group.some((one) => names.includes(nameOf(one))))
    if (joined.length > 1) groups = [...groups.filter((group) => !joined.includes(group)), joined.flat()]
  }
  return groups
}

/** How much two returns differ: in what was said, then in days, then in money. */
function distance({ later, earlier }: RetoldReturn): (number | string)[] {
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
  const place = one.findIndex((value, index) => value !== other[index])
  if (place < 0) return 0
  return (one[place] as number | string) < (other[place] as number | string) ? -1 : 1
}

type ReturnDecision = {
  order_item_id: string
  later: ToldReturn['back']
  later_number: number
  earlier: ToldReturn['back'] | null
  earlier_number: number | null
}

/**
 * What is noted of a return: the same as the earlier one and as all that are the same as that, since each of these may stand
 * by itself one day; or another one.
 */
export const returnDecisionsOf = (
  { order_item_id, later, alike }: RetoldReturn,
  isSame: boolean,
): ReturnDecision[] =>
  (isSame ? alike : [null]).map((earlier) => ({
    order_item_id,
    later: later.back,
    later_number: later.number,
    earlier: earlier?.back ?? null,
    earlier_number: earlier?.number ?? null,
  }))
