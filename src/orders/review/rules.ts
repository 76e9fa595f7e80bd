import { isProductRef } from '../../shared/product.ts'
import { isUuid } from '../../shared/uuid.ts'

/** A product as an admin named it. */
type ProductRef = { kind: 'short_link' | 'product'; id: string }

/**
 * The product that a text names: a short link's id, a product's id, or the address of a product's page with either,
 * with or without a host. A host must be `ownHost`, since the path of another site names no product here. Null for
 * anything else, even an ASIN, which many creators may share.
 */
export function productRefOf(text: string, ownHost?: string): ProductRef | null {
  const { host, ref = text } = address.exec(text)?.groups ?? {}
  if (host !== undefined && host.toLowerCase() !== ownHost) return null
  if (isUuid(ref)) return { kind: 'product', id: ref.toLowerCase() }
  return isProductRef(ref) ? { kind: 'short_link', id: ref } : null
}

/** The address of a product's page: /l/… or /product/…, with or without a host. */
const address =
  /^(?:(?:https?:\/\/)?(?<host>[^\s/?#:@]+(?::\d+)?))?\/(?:l|product)\/(?<ref>[A-Za-z0-9-]+)\/?(?:[?#]\S*)?$/
