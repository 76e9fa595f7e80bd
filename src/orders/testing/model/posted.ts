import { holdDays, type Product } from './world.ts'

/** A row of the ledger. */
export type Entry = {
  creator: number
  product: Product | null
  type: 'commission' | 'return' | 'adjustment'
  gross: number
  fee: number
  feeBps: number
  availableOn: string
} & Place
/** Its marketplace and month, as `us 2026-09`, for which Amazon pays, and the month with which it counts if another. */
type Place = { paidFor: string; counts: string | null }
const countsOf = ({ paidFor, counts }: Place) => counts ?? paidFor.slice(-7)

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

type Worth = {
  status: string | undefined
  /** In cents, if it is anybody's; and of which marketplace and month, as `us 2026-09`, once a report has it. */
  owed: number
  paidFor: string | null
  feeBps: number
  today: string
}

/**
 * Appends to an order's rows what it is worth to its creator now, in the month in which it was shipped
 * (docs/product/ledger.md#earning-months): an order of the model is of one month at a time.
 */
export function postTo(
  ledger: Entry[],
  match: { creator: number | null; product: Product | null } | null,
  { status, owed, paidFor, feeBps, today }: Worth,
): void {
  const isBack = status === 'returned' || status === 'cancelled'
  const append = (creator: number, product: Product | null, gross: number, place: Place, isOwn: boolean) => {
    if (gross === 0) return
    const own = ledger.filter((entry) => entry.creator === creator)
    const [first] = own
    const bps = first?.feeBps ?? feeBps
    const total = sum(own.map((entry) => entry.gross)) + gross
    const fee = feeOf(total, bps) - sum(own.map((entry) => entry.fee))
    const type = !first ? 'commission' : isBack && isOwn ? 'return' : 'adjustment'
    const from = firstDayOf(own, place)
    const availableOn = first && from < today ? today : from
    ledger.push({ creator, product, type, gross, fee, feeBps: bps, availableOn, ...place })
  }
  const placesOf = (creator: number) => placed(ledger.filter((entry) => entry.creator === creator))
  const productOf = (creator: number) =>
    ledger.findLast((entry) => entry.creator === creator)?.product ?? null
  for (const creator of new Set(ledger.map((entry) => entry.creator)))
    if (creator !== match?.creator)
      for (const { place, gross } of placesOf(creator))
        append(creator, productOf(creator), -gross, place, false)
  if (!match || match.creator === null) return
  const { creator, product } = match
  const isMoved = nameOf(productOf(creator)) !== nameOf(product) && owed !== 0
  // What is not of its month, or too much, goes; what of that was posted stays so in the month to which it moves.
  let left = isMoved ? 0 : owed
  const before = productOf(creator)
  const posted: { counts: string; gross: number }[] = []
  for (const { place, gross, day } of placesOf(creator)) {
    const stays = place.paidFor === paidFor ? Math.min(left, gross) : 0
    left -= stays
    append(creator, before, stays - gross, place, true)
    if (day <= today) posted.push({ counts: countsOf(place), gross: gross - stays })
  }
  if (isMoved) left = owed
  if (paidFor === null) return
  for (const { counts, gross } of posted) {
    const moved = Math.min(gross, left)
    left -= moved
    const place = { paidFor, counts: counts === paidFor.slice(-7) ? null : counts }
    append(creator, product, moved, place, true)
  }
  append(creator, product, left, { paidFor, counts: null }, true)
}

/** What rows come to by their places, and from which day, in the order of months. */
function placed(own: Entry[]): { place: Place; gross: number; day: string }[] {
  const found = Map.groupBy(own, (place) => `${place.paidFor} ${countsOf(place)}`)
  return [...found.keys()].sort().flatMap((key) => {
    const rows = found.get(key) as [Entry, ...Entry[]]
    const gross = sum(rows.map((row) => row.gross))
    const { paidFor, counts } = rows[0]
    return gross === 0
      ? []
      : [{ place: { paidFor, counts }, gross, day: firstDayOf(own, { paidFor, counts }) }]
  })
}

/** From which day a place counts: as its first row, else by the calendar. */
const firstDayOf = (own: Entry[], place: Place): string =>
  own
    .filter((one) => one.paidFor === place.paidFor && one.counts === place.counts)
    .map((one) => one.availableOn)
    .sort()[0] ?? calendarOf(countsOf(place))

/** A product of the model in words. */
export const nameOf = (product: Product | null): string =>
  product ? `${product.creator} ${product.asin}` : ''

/** The fee of an amount, half a cent rounded away from zero. */
const feeOf = (cents: number, bps: number) =>
  Math.sign(cents) * Math.floor((Math.abs(cents) * bps + 5_000) / 10_000)

/** `holdDays` after the end of a month. */
function calendarOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, holdDays)).toISOString().slice(0, 10)
}
