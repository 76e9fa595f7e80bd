import { isProductRef } from '../../shared/product.ts'
import { isUuid } from '../../shared/uuid.ts'

/** What a part of a URL says; null for what is none. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** What an admin named a product by. */
type ProductRef = { kind: 'short_link' | 'product'; id: string }

/**
 * What product a text names: a short link's id, a product's id, or the address of a product's page with either, whole or
 * its path alone. The address's host is not looked at, since a site may be reached by several. Null for anything else: an
 * ASIN is no answer, because it may be in many folios.
 */
export function productRefOf(text: string): ProductRef | null {
  const id = pathId(text) ?? text
  if (isUuid(id)) return { kind: 'product', id: id.toLowerCase() }
  return isProductRef(id) ? { kind: 'short_link', id } : null
}

/** The id in the address of a product's page: of /l/… or /product/…. */
const pathId = (text: string): string | undefined =>
  /^(?:(?:https?:\/\/)?[^\s/?#:@]+(?::\d+)?)?\/(?:l|product)\/([A-Za-z0-9-]+)\/?(?:[?#]\S*)?$/.exec(text)?.[1]
