const asinShape = /^[A-Z0-9]{10}$/

/** True for an ASIN as stored: ten characters A–Z 0–9 (a book's is its ISBN-10). */
export const isAsin = (text: string): boolean => asinShape.test(text)

// In the order in which they are tried: an earlier pattern wins, wherever in the path it matches.
const marks = [
  'dp',
  'gp/product',
  'gp/aw/d',
  'gp/offer-listing',
  'exec/obidos/ASIN',
  'exec/obidos/tg/detail/-',
  'o/ASIN',
  'product',
]
const markedShapes = marks.map((mark) => new RegExp(`/${mark}/([a-z0-9]{10})(?=[/;&%]|$)`, 'i'))

/** Segments of pages that show many items: best sellers, departments, searches, stores, wishlists. */
const lists = new Set([
  ...['bestsellers', 'zgbs', 'new-releases', 'movers-and-shakers', 'most-wished-for', 'most-gifted'],
  ...['b', 's', 'browse', 'browse.html', 'stores', 'shop', 'wishlist', 'registry', 'baby-reg'],
])

/**
 * The ASIN an Amazon address names, upper-cased, or null. Tried in this order: the marked path shapes, an `asin=`
 * query, `pd_rd_i=`, and last any ten-character path segment (docs/product/products.md#asin). A list is no item,
 * whatever numbers it has.
 */
export function asinOf(url: URL): string | null {
  for (const shape of markedShapes) {
    const marked = shape.exec(url.pathname)?.[1]
    if (marked) return marked.toUpperCase()
  }
  const segments = url.pathname.split('/')
  if (segments.some((segment) => lists.has(segment.toLowerCase()))) return null
  for (const name of ['asin', 'ASIN', 'pd_rd_i']) {
    const value = url.searchParams.get(name)?.toUpperCase()
    if (value && isAsin(value)) return value
  }
  return segments.find(isLooseSegment)?.toUpperCase() ?? null
}

// Upper case always; other case only with a digit, else ordinary words of ten letters ("electronic") would count as
// one. A bare number is mostly that of a department.
function isLooseSegment(segment: string): boolean {
  const named = segment.toUpperCase()
  if (!isAsin(named) || (segment !== named && !/\d/.test(segment))) return false
  return !/^\d{9}[\dX]$/.test(named) || isIsbn(named)
}

/** Whether the last sign is the check digit of an ISBN-10. */
function isIsbn(text: string): boolean {
  const values = [...text].map((sign) => (sign === 'X' ? 10 : Number(sign)))
  return values.reduce((sum, value, index) => sum + (10 - index) * value, 0) % 11 === 0
}
