import { type Context, inTransaction } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import type { WireSession } from '../contract.ts'
import type { IdentityCore } from '../core.ts'
import { AuthError, authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { type OpenSession, startSession } from '../sessions/sessions.ts'
import { noteUserSignIn } from '../sql.ts'
import { setChallenge, spendChallenge } from './challenges.ts'
import type { AuthenticationBody } from './contract.ts'
import { requireParty } from './relying-party.ts'
import { type RelyingParty, requestOptions, userHandleOf } from './rules.ts'
import { notePasskeyUse, readPasskeyOf } from './sql.ts'
import { verifiedAuthentication } from './verification.ts'

/** Signs people in with a passkey alone, which names its account itself. */
export function createPasskeySignIn(core: IdentityCore, party: RelyingParty | null) {
  const { limits, options } = core

  /** The session of the passkey's owner. Throws what `signInWithPasskey` throws. */
  async function begin(context: Context, body: AuthenticationBody, device: Device): Promise<OpenSession> {
    const offered = requireParty(party)
    const isChallenge = await spendChallenge(context, { id: body.challenge_id, sessionId: null })
    const passkey = await readPasskeyOf(context.db, Buffer.from(body.credential.id, 'base64url'))
    if (!passkey) throw authError('webauthn_credential_not_found')
    const { user_id: userId, id } = passkey
    if (body.credential.response.userHandle !== userHandleOf(userId))
      throw authError('webauthn_verification_failed')
    const counter = await verifiedAuthentication(body, passkey, { party: offered, isChallenge })
    if (counter === null) throw authError('webauthn_verification_failed')
    return inTransaction(context, async (inner) => {
      const now = inner.clock()
      // The account is locked first, as it is before its passkeys are removed: then this one is gone.
      await noteUserSignIn(inner.db, { userId, now })
      if (!(await notePasskeyUse(inner.db, { id, counter, now })))
        throw authError('webauthn_verification_failed')
      return startSession(inner, { userId, method: 'webauthn', device, passkeyId: id })
    })
  }

  return {
    /** The options with which a browser signs in. Throws `passkey_disabled` or `rate_limited`. */
    async beginSignIn(context: Context, from: Pick<Device, 'address'>) {
      const offered = requireParty(party)
      await limits.passkeyQuestion(from)
      return setChallenge(context, null, (challenge) => requestOptions(offered, challenge))
    },

    /**
     * Starts a session for the owner of the passkey that has answered. Having the device and being verified by it are
     * two steps. Throws `webauthn_challenge_not_found` and `_expired`, `webauthn_credential_not_found`,
     * `webauthn_verification_failed` and `rate_limited`.
     */
    async signIn(context: Context, body: AuthenticationBody, device: Device): Promise<WireSession> {
      await limits.passkeySignIn(device)
      const session = await begin(context, body, device).catch((error: unknown) => {
        const reason = error instanceof AuthError ? error.code : 'fault'
        securityEvent(options.log, 'sign_in_failed', { method: 'webauthn', reason, from: device.address })
        throw error
      })
      return core.answerNew(context, session, device)
    },
  }
}
