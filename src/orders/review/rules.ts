import { isAsin } from '../../shared/amazon/asin.ts'
import { isProductRef } from '../../shared/product.ts'
import { isUsername } from '../../shared/username.ts'
import { isUuid } from '../../shared/uuid.ts'

/** What a search for orders may mean: each that is there is looked for, and an order is found by any of them. */
export type OrderSearch = {
  /** The beginning of an order item's id; a sub tag, a short link's id or a tracking id, whole. */
  text?: string
  asin?: string
  username?: string
}

/** Reads what was typed into the search; undefined for nothing. With @ it is a creator, and nothing else. */
export function readSearch(typed: string | undefined): OrderSearch | undefined {
  if (!typed) return undefined
  const name = typed.replace(/^@/, '').toLowerCase()
  const asin = typed.toUpperCase()
  return {
    ...(!typed.startsWith('@') && { text: typed }),
    ...(!typed.startsWith('@') && isAsin(asin) && { asin }),
    ...(isUsername(name) && { username: name }),
  }
}

/** A place in a list of orders, the newest day first. The order's id breaks ties. */
export type OrderCursor = { orderDate: string; orderItemId: string }

/** Text of a cursor, safe in a URL whatever the id is made of. */
export const writeOrderCursor = ({ orderDate, orderItemId }: OrderCursor): string =>
  `${orderDate}_${encodeURIComponent(orderItemId)}`

/** Reads a cursor back; null if it is not one of ours. */
export function readOrderCursor(text: string): OrderCursor | null {
  const [, orderDate = '', encoded = ''] = /^(\d{4}-\d\d-\d\d)_(.+)$/.exec(text) ?? []
  const orderItemId = decoded(encoded)
  return isDay(orderDate) && orderItemId && !orderItemId.includes('\0') ? { orderDate, orderItemId } : null
}

/** What a part of a URL says; null for what is none. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** True for a day of the calendar, which February 30 is not. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** What an admin named a product by. */
type ProductRef = { kind: 'short_link' | 'product'; id: string }

/**
 * What product a text names: a short link's id, a product's id, or the address of a product's page with either, whole or
 * its path alone. The address's host is not looked at, since a site may be reached by several. Null for anything else: an
 * ASIN is no answer, because it may be in many folios.
 */
export function productRefOf(text: string): ProductRef | null {
  const id = pathId(text) ?? text
  if (isUuid(id)) return { kind: 'product', id: id.toLowerCase() }
  return isProductRef(id) ? { kind: 'short_link', id } : null
}

/** The id in the address of a product's page: of /l/… or /product/…. */
const pathId = (text: string): string | undefined =>
  /^(?:(?:https?:\/\/)?[^\s/?#:@]+(?::\d+)?)?\/(?:l|product)\/([A-Za-z0-9-]+)\/?(?:[?#]\S*)?$/.exec(text)?.[1]
