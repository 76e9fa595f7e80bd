import { canBeSomebody } from '../shared/names/reserved.ts'

/**
 * Characters that follow a link in a text and were taken as part of it, such as `).` and `…”`, and characters without
 * width.
 */
const signs = /^[\p{P}\p{S}\p{Z}\p{C}\p{M}]*$/u
/** The start of a query that was added without a `?`, or written as part of the path. */
const queryStart = /[&?#]|%(?:26|3f|23)/i

/**
 * Repairs a shared path of a product, a profile or a list: removes the characters and queries that texts and apps
 * append to it (docs/product/addresses.md#as-they-are-passed-on). Any other path is returned as it is. The result
 * begins with one slash and cannot lead to another site.
 */
export function cleanPath(path: string): string {
  const [first = '', second, ...rest] = path.replace(/\/$/, '').slice(1).split('/')
  if (rest.length > 0) return path
  if (second === undefined) {
    const name = nameIn(first, /^@?[a-z0-9_-]{1,64}/i)
    return name && name !== decoded(first) ? `/${name.replace('@', '')}` : path
  }
  if (first !== 'l' && first !== 'product') return listPath(first, second) ?? path
  const ref = nameIn(second, /^[a-z0-9-]{0,63}[a-z0-9](?![a-z0-9])/i)
  const meant = ref && withoutCapitals(ref)
  return meant && meant !== decoded(second) ? `/${first}/${meant}` : path
}

/** The path of a list, if the first part can be a person's name: both parts in small letters. */
function listPath(first: string, second: string): string | undefined {
  const name = nameIn(first, /^@?[a-z0-9_-]{3,20}$/i)
    ?.replace('@', '')
    .toLowerCase()
  const slug = nameIn(second, /^[a-z0-9-]{0,24}[a-z0-9](?![a-z0-9])/i)?.toLowerCase()
  const isMeant = name !== undefined && slug !== undefined && canBeSomebody(name)
  return isMeant ? `/${name}/${slug}` : undefined
}

/** An ASIN has capitals. Short links, which alone have a hyphen, and ids have none. */
const withoutCapitals = (ref: string) => (ref.includes('-') ? ref.toLowerCase() : ref)

/** The name that a segment begins with, if only such characters and a query follow it; else null. */
function nameIn(segment: string, shape: RegExp): string | null {
  const text = decoded(segment)
  const name = shape.exec(text)?.[0]
  if (name === undefined) return null
  const [after = ''] = text.slice(name.length).split(queryStart)
  return signs.test(after) ? name : null
}

/** A segment as it is read. One that was cut off within the code of a character ends with `…` instead. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment.replace(/%.*$/s, '…')
  }
}
