import { randomBytes } from 'node:crypto'

/** The cookies of this site, which scripts cannot read. */
export type Browser = {
  /** The Cookie header. */
  cookies: string | undefined
  /** Sends a cookie with the answer. */
  setCookie(cookie: string): void
}

const isOnHttps = (siteUrl: string) => siteUrl.startsWith('https:')

/** On https with the prefix that makes browsers accept the cookie from this host alone. */
const nameOn = (siteUrl: string) => `${isOnHttps(siteUrl) ? '__Host-' : ''}familiar`

/** A browser's mark from an earlier sign-in, if it has one. */
export function markOf(browser: Browser | undefined, siteUrl: string): string | undefined {
  const start = `${nameOn(siteUrl)}=`
  const cookie = browser?.cookies?.split('; ').find((one) => one.startsWith(start))
  const mark = cookie?.slice(start.length)
  return mark && /^[\w-]{43}$/.test(mark) ? mark : undefined
}

export const newMark = (): string => randomBytes(32).toString('base64url')

/**
 * Makes a browser keep its mark for so many seconds. The mark signs nobody in, and is sent only with the site's own
 * calls.
 */
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
