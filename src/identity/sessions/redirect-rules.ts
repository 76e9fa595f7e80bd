type Allowed = {
  siteUrl: string
  /** Allowed addresses beside the site's own; paths below them are allowed too. */
  redirectUrls: string[]
}

/**
 * Where a client may be led, with what signs a person in: the address asked for when it is the site's own or on the
 * list, else `otherwise`. What browsers could read as another address than this program does is not allowed.
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

/** True when the address is one of the site's own pages. */
export const isOnSite = (address: URL, siteUrl: string): boolean => address.origin === new URL(siteUrl).origin

// A browser reads backslashes as slashes and leaves out line ends and tabs; nobody needs them in an address.
const isUnambiguous = (text: string) => /^https?:\/\/[^/]/i.test(text) && !/[\\\s\p{C}]/u.test(text)

function readAddress(text: string): URL | null {
  const address = isUnambiguous(text) ? URL.parse(text) : null
  // What stands before an @ looks like the host but is not.
  return address && address.username === '' && address.password === '' ? address : null
}

function isBelow(address: URL, allowed: URL): boolean {
  const folder = allowed.pathname.replace(/\/+$/, '')
  const isInFolder = address.pathname === folder || address.pathname.startsWith(`${folder}/`)
  // An encoded slash could lead out of the folder again.
  const isPlain = folder === '' || !/%2f|%5c/i.test(address.pathname)
  return address.origin === allowed.origin && isInFolder && isPlain
}
