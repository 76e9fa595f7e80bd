import { copyText } from '../browser/copy-text.ts'
import { toast } from '../ui/feedback/toast.ts'

/** The address people share: `/l/{slug}` on the site's own origin (spec section 7, Share links). */
export const productLink = (shortLinkId: string): string => `${window.location.origin}/l/${shortLinkId}`

const copyLink = (shortLinkId: string): Promise<boolean> =>
  copyText(productLink(shortLinkId)).then(
    () => true,
    () => false,
  )

/** Copies a product's link where copying is what was asked for, and says so (spec section 8). */
export async function copyProductLink(shortLinkId: string): Promise<void> {
  if (await copyLink(shortLinkId))
    await toast.success('Copied!', { description: 'Product link copied to clipboard' })
  else await toast.error('Error', { description: 'Failed to copy link' })
}

/** Copies where sharing is what was asked for, and says so (spec section 8: product page share, share fallback). */
export async function shareFromPage(shortLinkId: string): Promise<void> {
  if (await copyLink(shortLinkId)) await toast.success('Link copied!')
  else await toast.error('Failed to copy')
}
