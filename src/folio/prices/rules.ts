import { dayMs, hourMs } from '../../shared/time.ts'

/** An item that is due to be read, with its schedule and the state of its products. */
export type DueItem = {
  marketplace: string
  asin: string
  /** Since when Amazon no longer knows it; null while it does. */
  missed_at: Date | null
  /** It has a live product. */
  is_linked: boolean
  /** Nobody has clicked or published it for months. */
  is_quiet: boolean
}

/** The Creators API's answer for an item. */
export type Read = {
  price_cents: number | null
  price_as_of: Date | null
  availability: 'in_stock' | 'out_of_stock' | null
}

export type Check = { marketplace: string; asin: string; missed_at: Date | null; next_check_at: Date }

/** The values for all products of an item after a reading. */
export type Verdict = Pick<Read, 'price_cents' | 'price_as_of'> & {
  marketplace: string
  asin: string
  attention: 'gone' | 'out_of_stock' | null
}

/** Half of a price's 24 hours: one reading may fail without a gap. */
const usualMs = 12 * hourMs
const quietMs = 72 * hourMs
/** The longest delay of the next reading. */
export const longestCheckMs = quietMs
/** One answer without the item may be an accident; another so much later is not. */
const secondMissMs = 6 * hourMs
const goneMs = dayMs

/** Items overdue by this are read first, since their price is about to be too old to be shown. */
export const urgentAfterMs = 8 * hourMs

/** An item without a click for this long is read more rarely. */
export const quietAfterMs = 90 * dayMs

/** When to read an item again after this reading; `read` is undefined where Amazon did not know it. */
export function nextCheck(item: DueItem, read: Read | undefined, now: Date): Check {
  const { marketplace, asin } = item
  const missed_at = read || !item.is_linked ? null : (item.missed_at ?? now)
  const firstMiss = missed_at !== null && !isGone(item, now)
  const pauseMs = firstMiss ? secondMissMs : missed_at ? goneMs : item.is_quiet ? quietMs : usualMs
  return { marketplace, asin, missed_at, next_check_at: new Date(now.getTime() + pauseMs) }
}

/** What a reading changes in the item's products; undefined where it changes nothing yet. */
export function verdictOf(item: DueItem, read: Read | undefined, now: Date): Verdict | undefined {
  const { marketplace, asin } = item
  if (!item.is_linked) return undefined
  if (read) {
    const { price_cents, price_as_of, availability } = read
    const attention = availability === 'out_of_stock' ? availability : null
    return { marketplace, asin, price_cents, price_as_of, attention }
  }
  if (!isGone(item, now)) return undefined
  return { marketplace, asin, price_cents: null, price_as_of: null, attention: 'gone' }
}

const isGone = ({ missed_at }: DueItem, now: Date) =>
  missed_at !== null && now.getTime() - missed_at.getTime() >= secondMissMs

const refusedMs = hourMs

/**
 * When to read items again whose common request Amazon refused. `random` (0 to 1) spreads them, so that one bad item is
 * not always in a request with the same ones.
 */
export const afterRefusal = (now: Date, random: number): Date =>
  new Date(now.getTime() + refusedMs * (1 + random))
