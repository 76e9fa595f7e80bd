import { isAsin } from '../../shared/amazon/asin.ts'
import { isUsername } from '../../shared/username.ts'

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
