import { isIP } from 'node:net'
import { authError } from '../errors.ts'
import type { RelyingParty } from './rules.ts'

/**
 * The relying party of passkeys at this public address. Null where browsers offer none: at an IP address, and without
 * HTTPS except on the machine itself.
 */
export function relyingPartyOf(siteUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(siteUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return null
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSecure ? { id: hostname, origin } : null
}

/** Throws `passkey_disabled` if there is none. */
export function requireParty(party: RelyingParty | null): RelyingParty {
  if (!party) throw authError('passkey_disabled')
  return party
}
