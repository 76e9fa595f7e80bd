import { isSampleDescription, isSampleTitle } from '../../shared/amazon/sample.ts'
import { shownToOthers } from '../../shared/amazon/shown-to-others.ts'
import { each } from '../../shared/fields/by-name.ts'
import { type OptionalText, type OwnerText, optionalTexts } from '../../shared/fields/owner-fields.ts'
import type { AccountLimitRules } from '../../shared/limit.ts'
import { priceLifetimeMs } from '../../shared/product.ts'
import { slugBase } from '../../shared/text.ts'

/**
 * The products an account may publish: far more than 300 links in an evening, as somebody who sets up a folio has
 * (decision 44).
 */
export const publishingLimit: AccountLimitRules = {
  name: 'posts',
  rules: [
    { within: 'hour', proven: 300, unproven: 120 },
    { within: 'day', proven: 1_000, unproven: 400 },
  ],
  said: (posts) => `posted ${posts} products`,
  again: 'post again',
}

/** How many different time characters there are: 36 to the power of 4. */
export const shortLinkVariants = 36 ** 4

/**
 * A short link's id: the title lower-cased, non-alphanumerics removed, spaces to hyphens, cut to 20 characters, then a
 * hyphen and 4 base-36 characters of the time (docs/product/products.md#short-links). A title without Latin letters or
 * digits gives `item`. After a collision an `offset` in milliseconds gives other time characters.
 */
export function shortLinkId(title: string, at: Date, offset = 0): string {
  const time = (at.getTime() + offset).toString(36).slice(-4)
  return `${slugBase(title) || 'item'}-${time}`
}

/** True for a price that may be shown: read at most 24 hours ago (Amazon policy), also by a clock that was ahead. */
export const isPriceFresh = (asOf: Date | null, now: Date): boolean =>
  asOf !== null && Math.abs(now.getTime() - asOf.getTime()) < priceLifetimeMs

/** True until title and picture are the owner's own, or Amazon's (decision 54). */
export function needsDetails(product: Parameters<typeof shownToOthers>[0]): boolean {
  const { title, image_source } = shownToOthers(product)
  return title === '' || image_source === null
}

type Known = { image_url: string | null } | undefined

/**
 * The picture of a new product. Amazon's only as the server read it, a sample's only from our own drawings: an address
 * made up by a client is never shown to others.
 */
export function pictureOf(
  sent: string | null | undefined,
  known: Known,
): { image_url: string | null; image_source: 'amazon' | 'sample' | null } {
  if (sent && sent === known?.image_url) return { image_url: sent, image_source: 'amazon' }
  if (sent && /^\/art\/[a-z-]+\.svg$/.test(sent)) return { image_url: sent, image_source: 'sample' }
  return { image_url: null, image_source: null }
}

/** What an edit may change of a product itself. */
export type Details = Record<OptionalText, string | null> & {
  title: string
  tags: string[] | null
  image_url: string | null
  photos: string[] | null
  image_source: string | null
  metadata_source: string
}

/** The texts of an edit; undefined ones stay. */
type Words = { [Key in OwnerText | 'tags']?: Details[Key] | undefined }

type Picture = { image_url: string | null; image_source: 'amazon' | 'owner' | null }

/**
 * The picture that an edit asks for by `sent`: undefined where the current one stays, null for one that is not allowed.
 * Allowed are none, Amazon's as the server read it, or an `uploaded` one of the owner's own: an address made up by a
 * client is never shown to others.
 */
export function chosenPicture(
  sent: string | null | undefined,
  { present, uploaded, amazons }: Record<'present' | 'uploaded' | 'amazons', string | null | undefined>,
): Picture | null | undefined {
  if (sent === undefined || sent === present || (uploaded && uploaded === present)) return undefined
  if (sent === null) return { image_url: null, image_source: null }
  if (uploaded) return { image_url: uploaded, image_source: 'owner' }
  return sent === amazons ? { image_url: sent, image_source: 'amazon' } : null
}

/**
 * The further photos that are asked for by `sent`: undefined where the present ones stay, null for some that are not
 * allowed. `uploaded` is the owner's own picture at an address.
 */
export function chosenPhotos(
  sent: string[] | null | undefined,
  uploaded: (address: string) => string | undefined,
): string[] | null | undefined {
  const photos = sent === null ? [] : sent?.map(uploaded)
  return photos?.includes(undefined) ? null : (photos as string[] | undefined)
}

/** Photos as they are stored beside a picture: each once, and null for none. */
export function photosBeside(image_url: string | null, photos: readonly string[] | null): string[] | null {
  const others = [...new Set(photos)].filter((photo) => photo !== image_url)
  return others.length > 0 ? others : null
}

/** All pictures of a product, its own and others', the card's first. */
export const picturesOf = ({ image_url, photos }: Pick<Details, 'image_url' | 'photos'>): string[] => [
  ...(image_url ? [image_url] : []),
  ...(photos ?? []),
]

/**
 * What an edit changes of a product's details; nothing where all stays. A rewritten title or picture makes the owner
 * the source, except that a remaining sample title keeps it. A sample description beside an own title is dropped, as in
 * publishing (decision 54). No tags are null.
 */
export function changedDetails(
  before: Details,
  words: Words,
  { picture, photos }: { picture?: Picture | undefined; photos?: string[] | undefined } = {},
): Partial<Details> {
  const { title = before.title, tags = before.tags } = words
  const texts = each(optionalTexts, (name) => (words[name] === undefined ? before[name] : words[name]))
  const isStillSample = before.metadata_source === 'sample' && isSampleTitle(title)
  const isOwn = title !== before.title || (picture !== undefined && picture.image_source !== 'amazon')
  const after: Details = {
    ...before,
    ...picture,
    photos: photosBeside(picture ? picture.image_url : before.image_url, photos ?? before.photos),
    title,
    ...texts,
    ...(isLeftOver(before, { title, ...texts }) && { description: null }),
    tags: tags?.length ? tags : null,
    metadata_source: isOwn && !isStillSample ? 'owner' : before.metadata_source,
  }
  return difference(before, after)
}

const isLeftOver = (before: Details, { title, description }: Pick<Details, 'title' | 'description'>) =>
  before.metadata_source === 'sample' &&
  !isSampleTitle(title) &&
  !!description &&
  isSampleDescription(description)

function difference(before: Details, after: Details): Partial<Details> {
  const changed = (Object.keys(after) as (keyof Details)[]).filter(
    (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  )
  return Object.fromEntries(changed.map((key) => [key, after[key]]))
}
