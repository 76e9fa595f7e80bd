import type { IdentityCore } from '../core.ts'
import { createOwnPasskeys } from './own-passkeys.ts'
import { createRegistration } from './registration.ts'
import { relyingPartyOf } from './relying-party.ts'
import { createPasskeySignIn } from './sign-in.ts'

/** Adding, naming and removing passkeys, and signing in with one (docs/decisions/0048-passkeys.md). */
export function createPasskeys(core: IdentityCore) {
  const party = relyingPartyOf(core.options.siteUrl)
  return {
    /** Whether passkeys can be used at this site's address. */
    areOffered: party !== null,

    ...createRegistration(core, party),
    ...createPasskeySignIn(core, party),
    ...createOwnPasskeys(core, party),
  }
}
