import { toast } from '../ui/toast.ts'
import { copyText } from './copy-text.ts'

/** The address people share: `/l/{slug}` on the site's own origin (spec section 7, Share links). */
const productLink = (shortLinkId: string): string => `${window.location.origin}/l/${shortLinkId}`

const copyLink = (shortLinkId: string): Promise<boolean> =>
  copyText(productLink(shortLinkId)).then(
    () => true,
    () => false,
  )

/** Copies the link of a card's product and says so (spec section 8). */
export async function shareFromCard(shortLinkId: string): Promise<void> {
  if (await copyLink(shortLinkId))
    await toast.success('Copied!', { description: 'Product link copied to clipboard' })
  else await toast.error('Error', { description: 'Failed to copy link' })
}

/** Copies the address of the product's own page and says so (spec section 8, product page share). */
export async function shareFromPage(shortLinkId: string): Promise<void> {
  if (await copyLink(shortLinkId)) await toast.success('Link copied!')
  else await toast.error('Failed to copy')
}
