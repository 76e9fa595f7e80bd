/** What an admin named a product by. */
export type ProductRef = { kind: 'short_link' | 'product'; id: string }

const uuidShape = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const shortLinkShape = /^[A-Za-z0-9-]{1,64}$/

/**
 * What product a text names: a short link's id, a product's id, or the address of a product's page with either, whole or
 * its path alone. The address's host is not looked at, since a site may be reached by several. Null for anything else: an
 * ASIN is no answer, because it may be in many folios.
 */
export function productRefOf(text: string): ProductRef | null {
  const id = pathId(text) ?? text
  if (uuidShape.test(id)) return { kind: 'product', id: id.toLowerCase() }
  return shortLinkShape.test(id) ? { kind: 'short_link', id } : null
}

/** The id in the address of a product's page: of /l/… or /product/…. */
const pathId = (text: string): string | undefined =>
  /^(?:(?:https?:\/\/)?[^\s/?#:@]+(?::\d+)?)?\/(?:l|product)\/([A-Za-z0-9-]+)\/?(?:[?#]\S*)?$/.exec(text)?.[1]
