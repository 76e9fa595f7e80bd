import { createHash } from 'node:crypto'
import { isSampleTitle } from '../../shared/amazon/sample.ts'
import { priceLifetimeMs } from '../../shared/product.ts'
import { withoutAccents } from '../../shared/text.ts'

const slugBaseMax = 20

/** How many different time characters there are: 36 to the power of 4. */
export const slugVariants = 36 ** 4

/**
 * A short link's id: the title lower-cased, non-alphanumerics removed, spaces to hyphens, cut to 20 characters, then
 * a hyphen and 4 base-36 characters of the time (spec section 3). A title without Latin letters or digits gives
 * `item`. After a collision an `offset` in milliseconds gives other time characters.
 */
export function shortLinkId(title: string, at: Date, offset = 0): string {
  const base = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, slugBaseMax)
    .replace(/^-+|-+$/g, '')
  const time = (at.getTime() + offset).toString(36).slice(-4)
  return `${base || 'item'}-${time}`
}

/** True for a price that may be shown: read at most 24 hours ago (Amazon policy), or ahead of a clock set right since. */
export const isPriceFresh = (asOf: Date | null, now: Date): boolean =>
  asOf !== null && Math.abs(now.getTime() - asOf.getTime()) < priceLifetimeMs

/**
 * True while a product's words are a sample's that its owner has not rewritten: nobody else sees them (decisions:
 * Items). A new picture makes the source the owner's, and leaves the words what they are.
 */
export const hasSampleWords = (product: { metadata_source: string; title: string }): boolean =>
  product.metadata_source === 'sample' ||
  (product.metadata_source === 'owner' && isSampleTitle(product.title))

/** True where an owner has details to write: there are a sample's words, or no title at all (decisions: Items). */
export const needsDetails = (product: { metadata_source: string; title: string }): boolean =>
  product.title === '' || hasSampleWords(product)

/**
 * What a search looks for: its words, each once, none where there are only accents, which every text would hold; and
 * whether the index, which knows three letters in a row, helps.
 */
export function wordsSought(text: string): { words: string[]; isIndexed: boolean } {
  const words = [...new Set(withoutAccents(text).split(/\s+/).filter(Boolean))]
  return { words, isIndexed: words.some((word) => /[\p{L}\p{N}]{3}/u.test(word)) }
}

/**
 * The ASIN that someone typed into a search, by itself or as "Amazon item {ASIN}" is shown (decisions: Items); null for
 * any other text.
 */
export const asinTyped = (text: string): string | null =>
  /^(?:amazon item )?([a-z0-9]{10})$/i.exec(text.trim())?.[1]?.toUpperCase() ?? null

/** A fingerprint of what was posted, to tell a repeated request from another one under the same key. */
export const requestHash = (body: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(body)).digest()

type Known = { image_url: string | null } | undefined

/**
 * Which picture a new product gets. Amazon's only as the server itself read it, a sample one only from our own
 * drawings: a picture address made up by a client is never shown to others.
 */
export function pictureOf(
  sent: string | null | undefined,
  known: Known,
): { image_url: string | null; image_source: 'amazon' | 'sample' | null } {
  if (sent && sent === known?.image_url) return { image_url: sent, image_source: 'amazon' }
  if (sent && /^\/art\/[a-z-]+\.svg$/.test(sent)) return { image_url: sent, image_source: 'sample' }
  return { image_url: null, image_source: null }
}
