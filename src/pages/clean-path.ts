/** What follows a link in a text and was taken for a part of it, such as `).` and `…”`; and signs without width. */
const signs = /^[\p{P}\p{S}\p{Z}\p{C}\p{M}]*$/u
/** The start of a query that was added without a `?`, or written as part of the path. */
const queryStart = /[&?#]|%(?:26|3f|23)/i

/**
 * The path that was meant with one that was passed on: of a product or a profile, without the signs and queries that
 * texts and apps hang on it (docs/product/addresses.md#as-they-are-passed-on). Any other path is returned as it is. What
 * is returned begins with one slash and has no sign that another site's address would need.
 */
export function cleanPath(path: string): string {
  const [first = '', second, ...rest] = path.replace(/\/$/, '').slice(1).split('/')
  if (rest.length > 0) return path
  if (second === undefined) {
    const name = nameIn(first, /^@?[a-z0-9_-]{1,64}/i)
    return name && name !== decoded(first) ? `/${name.replace('@', '')}` : path
  }
  if (first !== 'l' && first !== 'product') return path
  const ref = nameIn(second, /^[a-z0-9-]{0,63}[a-z0-9](?![a-z0-9])/i)
  const meant = ref && withoutCapitals(ref)
  return meant && meant !== decoded(second) ? `/${first}/${meant}` : path
}

/** An ASIN has capitals. Short links, which alone have a hyphen, and ids have none. */
const withoutCapitals = (ref: string) => (ref.includes('-') ? ref.toLowerCase() : ref)

/** The name that a segment begins with, where nothing but signs and a query follows it; else null. */
function nameIn(segment: string, shape: RegExp): string | null {
  const text = decoded(segment)
  const name = shape.exec(text)?.[0]
  if (name === undefined) return null
  const [after = ''] = text.slice(name.length).split(queryStart)
  return signs.test(after) ? name : null
}

/** A segment as it is read. One that was cut off within the code of a sign ends with `…` instead. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment.replace(/%.*$/s, '…')
  }
}
