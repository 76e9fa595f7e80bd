import { imageHosts } from '../shared/amazon/image-hosts.ts'
import type { Marketplace } from '../shared/amazon/marketplaces.ts'
import { priceLifetimeMs } from '../shared/product.ts'
import { withoutTurns } from '../shared/text.ts'
import { hourMs } from '../shared/time.ts'

/** The stored details of an item, from the Creators API or from the item's page. A page never supplies a price. */
export type AmazonItem = {
  marketplace: Marketplace
  asin: string
  title: string
  description: string | null
  image_url: string | null
  price_cents: number | null
  price_as_of: Date | null
  /** Null where nothing was said of it, as on a page. */
  availability: 'in_stock' | 'out_of_stock' | null
  source: 'creators_api' | 'page'
  fetched_at: Date
}

/** A look-up within this time of the last reading makes no request. */
const freshForMs = hourMs

// A reading dated ahead by a wrong clock expires too.
const age = (at: Date, now: Date) => Math.abs(now.getTime() - at.getTime())

/** True when the item was read so recently that another request would bring nothing new. */
export const isFresh = (item: AmazonItem, now: Date): boolean => age(item.fetched_at, now) < freshForMs

/** The item without a price that is too old to be shown (Amazon Associates policy: 24 hours). */
export function withShowablePrice(item: AmazonItem, now: Date): AmazonItem {
  const showable = item.price_as_of !== null && age(item.price_as_of, now) < priceLifetimeMs
  return showable ? item : { ...item, price_cents: null, price_as_of: null }
}

/**
 * A product picture's address if it is https on one of Amazon's image hosts, else null. `/images/G/` holds the site's
 * own graphics, such as the logo on pages without a picture.
 */
export function productImage(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, host, username, password, pathname, href } = new URL(address)
  if (protocol !== 'https:' || username || password || href.length > 2048) return null
  return imageHosts.includes(host) && !pathname.startsWith('/images/G/') ? href : null
}

/**
 * Foreign text made fit for the database: without control characters and turns of direction, spaces collapsed, at most
 * `max` characters.
 */
export function plainText(text: string | null | undefined, max: number): string {
  const clean = withoutTurns(text ?? '')
    .toWellFormed()
    .replace(/[^\S\n]+|\p{Cc}/gu, (match) => (match === '\n' ? '\n' : ' '))
    .replace(/ {2,}/g, ' ')
    .trim()
  return clean.length <= max ? clean : `${cut(clean, max - 1)}…`
}

/** Foreign text on one line, as titles are. */
export const plainLine = (text: string | null | undefined, max: number): string =>
  plainText(text?.replace(/\s+/g, ' '), max)

// Not through the middle of a character outside the basic plane.
const cut = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

export const maxTitle = 500
export const maxDescription = 5000
