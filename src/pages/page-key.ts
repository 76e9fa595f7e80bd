/** Pages whose HTML is the same for everyone, by the first part of their address. */
const withOneParameter = new Set(['l', 'product'])

/**
 * The cache key of a page: its route and parameters, never the raw address, so that made-up queries cannot fill the
 * cache. Null for addresses that no public page has.
 */
export function pageKey(path: string): string | null {
  const [first = '', second, ...rest] = path.split('/').slice(1).filter(Boolean).map(inOneSpelling)
  if (rest.length > 0 || first === '') return null
  if (second !== undefined) return withOneParameter.has(first) ? `${first}/${second}` : null
  return withOneParameter.has(first) ? null : first
}

const busyGraceMs = 250

/**
 * How many milliseconds old a page may be despite a change. What many hands change, the feed and profiles, is rendered
 * four times a second at most. A product's page is changed by its owner, who looks at once: it is never old.
 */
export const graceOf = (key: string): number => (key.includes('/') ? 0 : busyGraceMs)

/** A slash within a part stays written as %2F, or it would seem to part two. */
function inOneSpelling(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return part
  }
}
