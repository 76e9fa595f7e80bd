import { shareFromPage } from '../product/product-link.ts'
import type { SharedProduct } from './shared-product.ts'
import { hasSystemShare, systemShare } from './system-share.ts'

/**
 * A card's share button. On a phone the system's own sheet comes at once: it knows the person's apps and contacts.
 * Everywhere else, and where the phone has none, ours opens. Where the system's refuses, the link is copied instead
 * ('Link copied!' on share fallback, spec section 8).
 */
export async function shareFromCard(product: SharedProduct, openSheet: () => Promise<void>): Promise<void> {
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  if (!isPhone || !hasSystemShare(product)) return openSheet()
  if ((await systemShare(product)) === 'failed') await shareFromPage(product.short_link_id)
}
