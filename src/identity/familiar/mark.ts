import { randomBytes } from 'node:crypto'

/** A cookie of this site's, which scripts cannot read. */
export type Browser = {
  /** As the Cookie header has them. */
  cookies: string | undefined
  /** Sends a cookie with the answer. */
  setCookie(cookie: string): void
}

const isOnHttps = (siteUrl: string) => siteUrl.startsWith('https:')

/** On https with the prefix with which browsers take the cookie from this host alone. */
const nameOn = (siteUrl: string) => `${isOnHttps(siteUrl) ? '__Host-' : ''}familiar`

/** The mark that a browser has from an earlier sign-in, if it has one. */
export function markOf(browser: Browser | undefined, siteUrl: string): string | undefined {
  const start = `${nameOn(siteUrl)}=`
  const cookie = browser?.cookies?.split('; ').find((one) => one.startsWith(start))
  const mark = cookie?.slice(start.length)
  return mark && /^[\w-]{43}$/.test(mark) ? mark : undefined
}

export const newMark = (): string => randomBytes(32).toString('base64url')

/** Has a browser keep its mark for so many seconds. It signs nobody in, and is sent with the site's own calls alone. */
export const sendMark = (browser: Browser, mark: string, seconds: number, siteUrl: string): void =>
  browser.setCookie(
    [
      `${nameOn(siteUrl)}=${mark}`,
      'Path=/',
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isOnHttps(siteUrl) ? ['Secure'] : []),
    ].join('; '),
  )
