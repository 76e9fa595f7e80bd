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

/**
 * The ASIN an Amazon address names, upper-cased, or null. Tried in this order: the marked path shapes, an `asin=`
 * query, `pd_rd_i=`, and last any ten-character path segment (docs/product/products.md#asin).
 */
export function asinOf(url: URL): string | null {
  for (const shape of markedShapes) {
    const marked = shape.exec(url.pathname)?.[1]
    if (marked) return marked.toUpperCase()
  }
  for (const name of ['asin', 'ASIN', 'pd_rd_i']) {
    const value = url.searchParams.get(name)?.toUpperCase()
    if (value && isAsin(value)) return value
  }
  return url.pathname.split('/').find(isLooseSegment)?.toUpperCase() ?? null
}

// Upper case always; other case only with a digit, else ordinary words of ten letters ("electronic") would count as
// one.
const isLooseSegment = (segment: string) =>
  isAsin(segment) || (/\d/.test(segment) && isAsin(segment.toUpperCase()))
