/**
 * The path and query that a request asks for, from its target as sent (RFC 9112, 3.2); null where that is none of
 * ours: another origin, an authority, empty parts of a path, or what programs read in two ways. An address that began
 * with `//` would name a host where it is read as a link.
 */
export function readTarget(target: string, siteUrl: string): string | null {
  const local = target.startsWith('/') ? target : pathOfAbsolute(target, siteUrl)
  const path = local?.split('?', 1)[0] ?? ''
  return local !== null && path.startsWith('/') && !readInTwoWays.test(path) ? local : null
}

const readInTwoWays = /\/\/|\\/

function pathOfAbsolute(target: string, siteUrl: string): string | null {
  const url = URL.parse(target)
  return url && url.origin === new URL(siteUrl).origin ? url.pathname + url.search : null
}
