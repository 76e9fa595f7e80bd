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
 * its path alone. Of addresses with a host only those of `ownHost` are taken: another site's path says nothing of ours. Null
 * for anything else: an ASIN is no answer, because it may be in many folios.
 */
export function productRefOf(text: string, ownHost?: string): ProductRef | null {
  const { host, ref = text } = address.exec(text)?.groups ?? {}
  if (host !== undefined && host.toLowerCase() !== ownHost) return null
  if (isUuid(ref)) return { kind: 'product', id: ref.toLowerCase() }
  return isProductRef(ref) ? { kind: 'short_link', id: ref } : null
}

/** The address of a product's page: of /l/… or /product/…. */
const address =
  /^(?:(?:https?:\/\/)?(?<host>[^\s/?#:@]+(?::\d+)?))?\/(?:l|product)\/(?<ref>[A-Za-z0-9-]+)\/?(?:[?#]\S*)?$/
