import { isAsin } from '../../shared/amazon/asin.ts'
import { isUsername } from '../../shared/username.ts'
import { decoded } from '../review/rules.ts'
import type { ListedOrders, OrderSort } from './contract.ts'

/** What a search for orders may mean: each that is there is looked for, and an order is found by any of them. */
export type OrderSearch = {
  /** A sub tag, a short link's id or a tracking id, whole; the beginning of an order item's id. */
  text?: string
  /** What an order item's id holds anywhere. */
  part?: string
  /** Words that a title has all of. */
  words?: string[]
  asin?: string
  username?: string
}

/** So short a text is the beginning of an id or nothing of it: too many hold it somewhere. */
const shortestPart = 4
/** A word of fewer letters is in no index. */
const shortestWord = 3

/** Reads what was typed into the search; undefined for nothing. With @ it is a creator, and nothing else. */
export function readSearch(typed: string | undefined): OrderSearch | undefined {
  if (!typed) return undefined
  const name = typed.replace(/^@/, '').toLowerCase()
  const creator = isUsername(name) ? { username: name } : {}
  if (typed.startsWith('@')) return creator
  const asin = typed.toUpperCase()
  const words = typed.split(/\s+/)
  return {
    text: typed,
    ...(isPartOfId(typed) && { part: typed }),
    ...(words.some((word) => word.length >= shortestWord) && { words }),
    ...(isAsin(asin) && { asin }),
    ...creator,
  }
}

/** Amazon's ids are digits and dashes; an ASIN of digits alone is looked for as one. */
const isPartOfId = (typed: string): boolean =>
  typed.length >= shortestPart && /^[\d-]+$/.test(typed) && !isAsin(typed)

/** Which orders besides by state and search; amounts in cents. */
export type OrderFilter = {
  from?: string | undefined
  to?: string | undefined
  minCents?: number | undefined
  maxCents?: number | undefined
  marketplace?: string | undefined
}

/** The filter of a list that was asked for. */
export const filterOf = ({ from, to, min, max, marketplace }: ListedOrders): OrderFilter => ({
  from,
  to,
  minCents: min === undefined ? undefined : Math.round(min * 100),
  maxCents: max === undefined ? undefined : Math.round(max * 100),
  marketplace,
})

/** By what a list is ordered, and which way. */
export type Ordering = { by: 'day' | 'worth'; isDescending: boolean }

const orderings: Record<OrderSort, Ordering> = {
  newest: { by: 'day', isDescending: true },
  oldest: { by: 'day', isDescending: false },
  highest: { by: 'worth', isDescending: true },
  lowest: { by: 'worth', isDescending: false },
}

/** The newest first, where nothing else was asked for. */
export const orderingOf = (sort: OrderSort = 'newest'): Ordering => orderings[sort]

/** A place in a list of orders: the day, or what it is worth in cents. The order's id breaks ties. */
export type OrderCursor = { key: string; orderItemId: string }

/** Text of a cursor, safe in a URL whatever the id is made of. */
export const writeOrderCursor = ({ key, orderItemId }: OrderCursor): string =>
  `${key}_${encodeURIComponent(orderItemId)}`

/** Reads a cursor of a list in this order back; null if it is not one of ours. */
export function readOrderCursor(text: string, by: Ordering['by'] = 'day'): OrderCursor | null {
  const [, key = '', encoded = ''] = /^(\d{4}-\d\d-\d\d|-?\d{1,15})_(.+)$/.exec(text) ?? []
  const orderItemId = decoded(encoded)
  const isKey = by === 'day' ? isDay(key) : /^-?\d+$/.test(key)
  return isKey && orderItemId && !orderItemId.includes('\0') ? { key, orderItemId } : null
}

/** True for a day of the calendar, which February 30 is not. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
