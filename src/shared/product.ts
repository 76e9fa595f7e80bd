import { dayMs } from './time.ts'

/** A product's name on screen: an empty title (allowed at creation) shows as its ASIN. */
export const displayTitle = (product: { title: string; asin: string }): string =>
  product.title || `Amazon item ${product.asin}`

/** True for a title that is not shown whole at first, as most of Amazon's are. */
export const isLongTitle = (title: string): boolean => title.length > 60

export type Titled = {
  title: string
  /** Where the title is from: of a row; what calls answer has it among what is the owner's alone. */
  metadata_source?: string
  owner?: { metadata_source: string } | null
}

/** A product's title as others see it: none while it is a sample's that its owner has not rewritten (decision 54). */
export const publicTitle = ({ title, metadata_source, owner }: Titled): string =>
  (metadata_source ?? owner?.metadata_source) === 'sample' ? '' : title

/** Longer than any reference: the longest, a product's id, has 36 characters. */
const productRefShape = /^[A-Za-z0-9-]{1,64}$/

/** True for text that can refer to a product: a short-link id, a product id or an ASIN. */
export const isProductRef = (text: string): boolean => productRefShape.test(text)

/** Prices may be shown for 24 hours after they were read (Amazon Associates policy). */
export const priceLifetimeMs = dayMs
