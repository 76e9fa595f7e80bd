import { displayTitle, publicTitle, type Titled } from '../../shared/product.ts'
import { isPressFresh } from '../boot/hydration.ts'
import { productLink, shareFromPage } from './product-link.ts'

export type SharedProduct = Titled & { id: string; user_id: string; short_link_id: string; asin: string }

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
  const shared = dataOf(product)
  if (!isPhone || !isPressFresh() || !hasSystemShare(shared)) return openSheet()
  if ((await systemShare(shared)) === 'failed') await shareFromPage(product.short_link_id)
}

/** What is handed to the system or to an app: a title and an address. */
export type Shared = { title: string; url: string }

export const dataOf = (product: SharedProduct): Shared => ({
  title: sharedTitle(product),
  url: productLink(product.short_link_id),
})

/** True where the browser can open the system's own share sheet. */
export const hasSystemShare = (shared: Shared): boolean =>
  'share' in navigator && (navigator.canShare?.(shared) ?? true)

/** Opens the system's share sheet; call it directly in a press. Closing it is no failure. */
export async function systemShare(shared: Shared): Promise<'done' | 'failed'> {
  try {
    await navigator.share(shared)
    return 'done'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'done' : 'failed'
  }
}
