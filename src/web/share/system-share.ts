import { displayTitle } from '../../shared/product.ts'
import { productLink } from '../product/product-link.ts'
import type { SharedProduct } from './shared-product.ts'

const dataOf = (product: SharedProduct): ShareData => ({
  title: displayTitle(product),
  url: productLink(product.short_link_id),
})

/** True where the browser hands links to the system's own share sheet. */
export const hasSystemShare = (product: SharedProduct): boolean =>
  'share' in navigator && (navigator.canShare?.(dataOf(product)) ?? true)

/** Opens the system's share sheet; to be called right in a press. A person who closes it has not failed. */
export async function systemShare(product: SharedProduct): Promise<'done' | 'failed'> {
  try {
    await navigator.share(dataOf(product))
    return 'done'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'done' : 'failed'
  }
}
