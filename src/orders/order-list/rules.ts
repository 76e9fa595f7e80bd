import { isAsin } from '../../shared/amazon/asin.ts'
import { searchedWords } from '../../shared/text.ts'
import { isUsername } from '../../shared/username.ts'
import { decoded } from '../url-rules.ts'
import type { ListedOrders, OrderSort } from './contract.ts'

/** The readings of a search. An order is found if any reading finds it. */
export type OrderSearch = {
  /** A whole sub tag, short link's id or tracking id; or the beginning of an order item's id. */
  text?: string
  /** Any part of an order item's id. */
  part?: string
  /** Words that a title has all of. */
  words?: string[]
  asin?: string
  username?: string
}

/** A shorter text is sought only at the beginning of ids: too many contain it. */
const shortestPart = 4
/** A shorter word is in no index. */
const shortestWord = 3

/** Reads the typed search; undefined for nothing. With @ it is a creator, and nothing else. */
export function readSearch(typed: string | undefined): OrderSearch | undefined {
  if (!typed) return undefined
  const name = typed.replace(/^@/, '').toLowerCase()
  const creator = isUsername(name) ? { username: name } : {}
  if (typed.startsWith('@')) return creator
  const asin = typed.toUpperCase()
  const words = searchedWords(typed)
  return {
    text: typed,
    ...(isPartOfId(typed) && { part: typed }),
    ...(words.some((word) => word.length >= shortestWord) && { words }),
    ...(isAsin(asin) && { asin }),
    ...creator,
  }
}

/** Amazon's ids are digits and dashes. A text like an ASIN of digits is read as an ASIN. */
const isPartOfId = (typed: string): boolean =>
  typed.length >= shortestPart && /^[\d-]+$/.test(typed) && !isAsin(typed)

/** The filter of a list besides state and search; amounts in hundredths of any currency. */
export type OrderFilter = {
  from?: string | undefined
  to?: string | undefined
  minHundredths?: number | undefined
  maxHundredths?: number | undefined
  marketplace?: string | undefined
}

/** The filter of a query. Amounts are compared as they are shown, whatever their currency. */
export const filterOf = ({ from, to, min, max, marketplace }: ListedOrders): OrderFilter => {
  const hundredths = (units?: number) => (units === undefined ? undefined : Math.round(units * 100))
  return { from, to, minHundredths: hundredths(min), maxHundredths: hundredths(max), marketplace }
}

/** The sort key of a list, and its direction. */
export type Ordering = { by: 'day' | 'worth'; isDescending: boolean }

const orderings: Record<OrderSort, Ordering> = {
  newest: { by: 'day', isDescending: true },
  oldest: { by: 'day', isDescending: false },
  highest: { by: 'worth', isDescending: true },
  lowest: { by: 'worth', isDescending: false },
}

/** The newest first by default. */
export const orderingOf = (sort: OrderSort = 'newest'): Ordering => orderings[sort]

/** A cursor in a list of orders: the day, or the commission in hundredths, and the order's id to break ties. */
export type OrderCursor = { key: string; orderItemId: string }

/** The text of a cursor, safe in a URL whatever the id contains. */
export const writeOrderCursor = ({ key, orderItemId }: OrderCursor): string =>
  `${key}_${encodeURIComponent(orderItemId)}`

/** Reads a cursor of a list in this order back; null for any other text. */
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
