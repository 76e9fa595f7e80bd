type Allowed = {
  siteUrl: string
  /** Allowed addresses besides the site's own; paths below them are allowed too. */
  redirectUrls: string[]
}

/**
 * The address to which a client may be sent with a session: the requested one if it is the site's own or on the list,
 * else `otherwise`. An address that browsers could read differently than this program is not allowed.
 */
export function allowedRedirect(
  asked: string | undefined,
  { siteUrl, redirectUrls }: Allowed,
  otherwise: string = siteUrl,
): string {
  const address = asked === undefined ? null : readAddress(asked)
  if (!address) return otherwise
  const isAllowed = isOnSite(address, siteUrl) || redirectUrls.some((url) => isBelow(address, new URL(url)))
  return isAllowed ? address.href : otherwise
}

/** True if the address is one of the site's own pages. */
export const isOnSite = (address: URL, siteUrl: string): boolean => address.origin === new URL(siteUrl).origin

// Browsers read backslashes as slashes and ignore line ends and tabs; nobody needs them in an address.
const isUnambiguous = (text: string) => /^https?:\/\/[^/]/i.test(text) && !/[\\\s\p{C}]/u.test(text)

function readAddress(text: string): URL | null {
  const address = isUnambiguous(text) ? URL.parse(text) : null
  // The part before an @ looks like the host but is not.
  return address && address.username === '' && address.password === '' ? address : null
}

function isBelow(address: URL, allowed: URL): boolean {
  const folder = allowed.pathname.replace(/\/+$/, '')
  const isInFolder = address.pathname === folder || address.pathname.startsWith(`${folder}/`)
  // An encoded slash could lead out of the folder again.
  const isPlain = folder === '' || !/%2f|%5c/i.test(address.pathname)
  return address.origin === allowed.origin && isInFolder && isPlain
}
