import type { Row, Standing } from './world.ts'

/** What came back of a sale is the same in both formats: the most that one of them says. */
export function takeBesides(bought: Standing, cents: number): void {
  if (cents === 0) return
  bought.cents = Math.max(0, Math.min(bought.cents, bought.row.cents - cents))
  if (bought.cents === 0) bought.status = 'returned'
}

/** The fee for a piece, in whole cents. */
const feeOf = ({ cents, pieces }: Row) => Math.round(Math.abs(cents) / Math.max(1, Math.abs(pieces)))

/** The purchase that an admin named for a return; null where they said that nobody can know. */
type Answers = ReadonlyMap<string, string | null>

/** Whose an order is. */
export type OwnerOf = (order: string) => number | 'nobody' | 'not matched'

/**
 * Which of the returns could be of purchases of several creators: through their own sub tag, else without one; and
 * whether those with the same fee for a piece are one creator's (prices do not differ here).
 */
function limitOf(
  back: Row,
  orders: [string, Standing][],
  ownerOf: OwnerOf,
): NonNullable<Standing['limit']> | null {
  for (const isOwn of back.sub === null ? [true] : [true, false]) {
    const could = orders.filter(
      ([, { row }]) =>
        row.cents > 0 &&
        isSameSale(row, back) &&
        row.day <= back.day &&
        row.sub === (isOwn ? back.sub : null),
    )
    // What is not matched yet will be whose sub tag it has, and without one it could be anybody's.
    const owners = (of: typeof could) =>
      new Set(
        of
          .map(([name]) => ownerOf(name))
          .filter((owner) => owner !== 'not matched' || !isOwn || back.sub === null),
      ).size
    const candidates = could.map(([name]) => name)
    if (owners(could) > 1)
      return {
        isOwn,
        candidates,
        isAlike: owners(could.filter(([, { row }]) => feeOf(row) === feeOf(back))) === 1,
      }
  }
  return null
}

const isSameSale = (one: Row, other: Row) => one.asin === other.asin && one.tag === other.tag

/**
 * Returns take from purchases through the same sub tag, on their day or before; the rest of a return with a sub tag
 * then takes from purchases without one. Each time all take first from what has the same fee for a piece, then from
 * any, the latest first. One that could be of several creators' purchases takes only from what has its fee, where that
 * is one creator's; an admin says whose it is.
 */
export function takeReturns(named: [string, Standing][], ownerOf: OwnerOf, answers: Answers): void {
  const orders = named.map(([, standing]) => standing)
  const byDay = (one: Standing, other: Standing) => one.row.day - other.row.day
  const returns = orders.filter(({ cents }) => cents < 0).sort(byDay)
  for (const one of returns) {
    one.waiting = -one.cents
    one.limit = limitOf(one.row, named, ownerOf)
  }
  const answered = named.filter(([name, { cents }]) => cents < 0 && answers.has(name))
  for (const [name, back] of answered.sort(([, one], [, other]) => byDay(one, other))) {
    const answer = answers.get(name)
    const bought = named.find(([other]) => other === answer)?.[1]
    const taken = answer === null ? back.waiting : Math.min(bought?.cents ?? 0, back.waiting)
    back.isAnswered = true
    back.waiting -= taken
    if (!bought) continue
    bought.cents -= taken
    if (bought.cents === 0) bought.status = 'returned'
  }
  for (const { isOwn, isAlike } of [true, false].flatMap((isOwn) =>
    [true, false].map((isAlike) => ({ isOwn, isAlike })),
  ))
    for (const back of returns) {
      const { row, limit } = back
      if (!isOwn && row.sub === null) continue
      const mayTake = !limit || (isOwn && !limit.isOwn) || (isOwn === limit.isOwn && isAlike && limit.isAlike)
      if (!mayTake || back.isAnswered) continue
      const bought = orders
        .filter((one) => one.row.cents > 0 && isSameSale(one.row, row) && one.row.day <= row.day)
        .filter((one) => one.row.sub === (isOwn ? row.sub : null))
        .filter((one) => !isAlike || feeOf(one.row) === feeOf(row))
        .sort(byDay)
      for (const one of bought.reverse()) {
        const taken = Math.min(one.cents, back.waiting)
        one.cents -= taken
        back.waiting -= taken
        if (one.cents === 0) one.status = 'returned'
      }
    }
}

/**
 * A return that found nothing in its own format takes from an order that Folio's CSV paid and that fits: with the same
 * sub tag and no other tracking id, or without sub tags with the same tracking id; then a return without a sub tag
 * takes by the same tracking id. The order fits if it has the return's amount for a piece, to the cent, and as much of
 * both is left.
 */
export function takeFromFolio(fee: Standing[], folio: Standing[]): void {
  const isTag = (one: Row, other: Row) => one.tag !== null && one.tag === other.tag
  const isOwn = (back: Row, bought: Row) =>
    back.sub === null
      ? bought.sub === null && isTag(back, bought)
      : back.sub === bought.sub && (back.tag === null || bought.tag === null || isTag(back, bought))
  const isNobodys = (back: Row, bought: Row) =>
    back.sub !== null && bought.sub === null && isTag(back, bought)
  const returns = fee.filter(({ cents }) => cents < 0).sort((one, other) => one.row.day - other.row.day)
  const newest = folio.toSorted(
    (one, other) => other.row.day - one.row.day || `${other.row.id}`.localeCompare(`${one.row.id}`),
  )
  for (const isFrom of [isOwn, isNobodys])
    for (const back of returns) {
      if (back.waiting !== -back.cents || back.limit || back.isAnswered) continue
      const many = back.row.pieces
      const bought = newest.find(
        ({ row, status, cents, pieces }) =>
          status === 'shipped' &&
          pieces >= many &&
          cents >= -back.cents &&
          Math.abs((row.cents * many) / row.pieces + back.cents) < 1 &&
          row.asin === back.row.asin &&
          row.day <= back.row.day &&
          isFrom(back.row, row),
      )
      if (!bought) continue
      bought.cents += back.cents
      bought.pieces -= many
      if (bought.cents === 0) bought.status = 'returned'
      back.waiting = 0
    }
}
