import { displayTitle, publicTitle, type Titled } from '../../shared/product.ts'
import { isPressFresh } from '../boot/hydration.ts'
import { productLink, shareFromPage } from './product-link.ts'

export type SharedProduct = Titled & { id: string; short_link_id: string; asin: string }

/** What a product is called to those who get its link: never by a sample's title (decision 54). */
export const sharedTitle = (product: SharedProduct): string =>
  displayTitle({ title: publicTitle(product), asin: product.asin })

/**
 * A card's share button. A phone opens the system's own sheet, which knows the person's apps and contacts. Elsewhere,
 * on phones without one, and where the press waited too long for the app, ours opens. Where the system refuses, the
 * link is copied instead (docs/product/cards.md#sharing).
 */
export async function shareFromCard(product: SharedProduct, openSheet: () => void): Promise<void> {
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  if (!isPhone || !isPressFresh() || !hasSystemShare(product)) return openSheet()
  if ((await systemShare(product)) === 'failed') await shareFromPage(product.short_link_id)
}

const dataOf = (product: SharedProduct): ShareData => ({
  title: sharedTitle(product),
  url: productLink(product.short_link_id),
})

/** True where the browser can open the system's own share sheet. */
export const hasSystemShare = (product: SharedProduct): boolean =>
  'share' in navigator && (navigator.canShare?.(dataOf(product)) ?? true)

/** Opens the system's share sheet; call it directly in a press. Closing it is no failure. */
export async function systemShare(product: SharedProduct): Promise<'done' | 'failed'> {
  try {
    await navigator.share(dataOf(product))
    return 'done'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'done' : 'failed'
  }
}
