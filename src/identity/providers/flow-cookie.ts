const lifeSeconds = 600

/**
 * The cookie that ties a sign-in to the browser that began it, so that nobody can make someone else's browser finish
 * a sign-in of theirs (RFC 6749, section 10.12). Each has a name of its own: two tabs do not disturb each other.
 * Apple's form comes from another site, which on https only `SameSite=None` lets through.
 */
export const flowCookie = (state: string, siteUrl: string): string =>
  [`${nameOf(state)}=${state}`, `Max-Age=${lifeSeconds}`, ...attributesOn(siteUrl)].join('; ')

/** Removes the cookie of a sign-in that has come to its end. */
export const endedFlowCookie = (state: string, siteUrl: string): string =>
  [`${nameOf(state)}=`, 'Max-Age=0', ...attributesOn(siteUrl)].join('; ')

/** True when the browser that sent these cookies began the sign-in of this state. */
export const isFlowOfBrowser = (cookies: string | undefined, state: string): boolean =>
  (cookies ?? '').split('; ').includes(`${nameOf(state)}=${state}`)

const nameOf = (state: string) => `sign_in_${state.slice(0, 8)}`

const attributesOn = (siteUrl: string) => [
  'Path=/auth/v1/callback',
  'HttpOnly',
  ...(siteUrl.startsWith('https:') ? ['SameSite=None', 'Secure'] : ['SameSite=Lax']),
]
