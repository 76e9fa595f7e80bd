import { forgetFollow } from './pending-follow.ts'

const key = 'folio.wanted'

/**
 * Remembers, in this tab, where a signed-out person was going (path and search), to go on there after signing in
 * or up. Opening any other page instead makes it forgotten.
 */
export function rememberWanted(address: string): void {
  try {
    window.sessionStorage.setItem(key, address)
  } catch {
    // Storage may be refused; then signing in leads to the feed.
  }
}

/** Where to go after signing in: what was wanted, otherwise the feed (spec section 2, /login). */
export function wantedPage(): string {
  const address = stored()
  // Never to another site, whatever got into the storage.
  return address && /^\/(?![/\\])/.test(address) ? address : '/feed'
}

/** The person has arrived somewhere. `keepFollow` on the profiles, one of which may be that of whom to follow. */
export function forgetWanted(keepFollow = false): void {
  if (!keepFollow) forgetFollow()
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Nothing was remembered either.
  }
}

function stored(): string | null {
  try {
    return window.sessionStorage.getItem(key)
  } catch {
    return null
  }
}
