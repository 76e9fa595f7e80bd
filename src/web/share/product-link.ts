import { copyText } from '../browser/copy-text.ts'
import { toast } from '../ui/feedback/toast.ts'

/**
 * The address that people share: `/l/{short link id}` on the site's own origin
 * (docs/product/product-page.md#addresses-of-a-product).
 */
export const productLink = (shortLinkId: string): string => `${window.location.origin}/l/${shortLinkId}`

const copyLink = (shortLinkId: string): Promise<boolean> =>
  copyText(productLink(shortLinkId)).then(
    () => true,
    () => false,
  )

/** Copies a product's link for a button that says copy, and confirms it (docs/product/cards.md#sharing). */
export async function copyProductLink(shortLinkId: string): Promise<void> {
  if (await copyLink(shortLinkId))
    await toast.success('Copied!', { description: 'Product link copied to clipboard' })
  else await toast.error('Error', { description: 'Failed to copy link' })
}

/** Copies the link where sharing was asked for, and confirms it (docs/product/product-page.md#sharing). */
export async function shareFromPage(shortLinkId: string): Promise<void> {
  if (await copyLink(shortLinkId)) await toast.success('Link copied!')
  else await toast.error('Failed to copy')
}

/** The pages of the person's own collection: a product opened from one of them was opened from My Folio. */
const collection = /^\/(my-folio(\/attention|\/lists(\/[^/]+)?)?|inbox|filing-cabinet|category\/[^/]+)\/?$/

/**
 * Where a product page's back link leads: /my-folio when opened from there, otherwise /feed
 * (docs/product/product-page.md#what-it-shows).
 */
export const backTarget = (from: string | undefined): '/my-folio' | '/feed' =>
  from && collection.test(from) ? '/my-folio' : '/feed'
