import { dayMs, hourMs } from '../../shared/time.ts'

/** An item whose reading is due, as the schedule and its products tell of it. */
export type DueItem = {
  marketplace: string
  asin: string
  /** Since when Amazon no longer knows it; null while it does. */
  missed_at: Date | null
  /** There is a live product of it. */
  is_linked: boolean
  /** Nobody has clicked or posted it for months. */
  is_quiet: boolean
}

/** What the Creators API said of an item. */
export type Read = {
  price_cents: number | null
  price_as_of: Date | null
  availability: 'in_stock' | 'out_of_stock' | null
}

export type Check = { marketplace: string; asin: string; missed_at: Date | null; next_check_at: Date }

/** What all products of an item say from now on. */
export type Verdict = Pick<Read, 'price_cents' | 'price_as_of'> & {
  marketplace: string
  asin: string
  attention: 'gone' | 'out_of_stock' | null
}

/** Half of a price's 24 hours: one reading may fail without a gap. */
const usualMs = 12 * hourMs
const quietMs = 72 * hourMs
/** No reading puts the next one off for longer. */
export const longestCheckMs = quietMs
/** An answer without the item may be a hiccup; another one so much later is none. */
const secondMissMs = 6 * hourMs
const goneMs = dayMs

/** What is overdue for so long is read before everything else: its price is about to be too old to be shown. */
export const urgentAfterMs = 8 * hourMs

/** Without a click for so long an item is read more rarely. */
export const quietAfterMs = 90 * dayMs

/** When an item is read again after this reading; `read` is undefined where Amazon did not know it. */
export function nextCheck(item: DueItem, read: Read | undefined, now: Date): Check {
  const { marketplace, asin } = item
  const missed_at = read || !item.is_linked ? null : (item.missed_at ?? now)
  const firstMiss = missed_at !== null && !isGone(item, now)
  const pauseMs = firstMiss ? secondMissMs : missed_at ? goneMs : item.is_quiet ? quietMs : usualMs
  return { marketplace, asin, missed_at, next_check_at: new Date(now.getTime() + pauseMs) }
}

/** What a reading means for the item's products; undefined where it says nothing yet. */
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
 * When items are read again that Amazon refused to tell of together. Spread by `random` (0 to 1), so that one bad
 * item does not keep taking the same ones with it.
 */
export const afterRefusal = (now: Date, random: number): Date =>
  new Date(now.getTime() + refusedMs * (1 + random))
