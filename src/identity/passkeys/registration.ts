import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { deviceName } from '../../platform/user-agent.ts'
import { lockUser, readOwnAccount } from '../account/sql.ts'
import { isLetIn, requireAct } from '../acts/service.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { mailNotice } from '../notices.ts'
import { setChallenge, spendChallenge } from './challenges.ts'
import type { NewPasskey, RegistrationBody } from './contract.ts'
import { requireParty } from './relying-party.ts'
import { creationOptions, maxPasskeys, type RelyingParty } from './rules.ts'
import { insertPasskey, readPasskeys } from './sql.ts'
import { verifiedRegistration } from './verification.ts'

/** Adds a passkey to the caller's own account, shortly after a sign-in. */
export const createRegistration = ({ options, limits }: IdentityCore, party: RelyingParty | null) => ({
  /**
   * The options with which a browser makes a passkey. Throws `passkey_disabled`, `reauthentication_needed`,
   * `too_many_passkeys` or `rate_limited`.
   */
  async beginRegistration(context: Context, from: Pick<Device, 'address'>) {
    const { userId, sessionId } = requireUser(context)
    const offered = requireParty(party)
    requireAct(context, 'passkey.add')
    await limits.passkeyRegistration(userId, from)
    const account = await readOwnAccount(context, sessionId)
    if (!account) throw authError('session_not_found')
    const known = await readPasskeys(context.db, userId)
    if (known.length >= maxPasskeys) throw authError('too_many_passkeys', maxPasskeys)
    const { email, user_metadata } = account
    const user = { id: userId, email, fullName: fullNameIn(user_metadata as Record<string, unknown>) }
    return setChallenge(context, sessionId, (challenge) =>
      creationOptions(offered, { appName: options.settings.appName, challenge, user, known }),
    )
  },

  /**
   * Adds the passkey that a browser made, and mails its owner about it. It is settled after three days. Throws
   * `reauthentication_needed`, `webauthn_challenge_not_found` and `_expired`, `webauthn_verification_failed`,
   * `webauthn_credential_exists` and `too_many_passkeys`.
   */
  async register(context: Context, body: RegistrationBody, device: Device): Promise<NewPasskey> {
    const { userId, sessionId } = requireUser(context)
    const offered = requireParty(party)
    requireAct(context, 'passkey.add')
    const isChallenge = await spendChallenge(context, { id: body.challenge_id, sessionId })
    const made = await verifiedRegistration(body, { party: offered, isChallenge })
    if (!made) throw authError('webauthn_verification_failed')
    const added = await inTransaction(context, async (inner) => {
      const { db } = inner
      const now = inner.clock()
      // The first proof of an address locks the account, removes its passkeys and ends its sessions.
      const isLocked = await lockUser(db, userId)
      const account = await readOwnAccount(inner, sessionId)
      if (!isLocked || !account || account.ended_at) throw authError('session_not_found')
      if ((await readPasskeys(db, userId)).length >= maxPasskeys)
        throw authError('too_many_passkeys', maxPasskeys)
      const name = deviceName(device.userAgent)
      const passkey = await insertPasskey(db, { ...made, userId, name, isLetIn: isLetIn(context), now })
      if (!passkey) throw authError('webauthn_credential_exists')
      await mailNotice(inner, userId, { change: 'passkey_added', name })
      return { id: passkey.id, friendly_name: name, created_at: passkey.created_at.toISOString() }
    })
    const from = device.address
    securityEvent(options.log, 'passkey_added', { user: userId, session: sessionId, passkey: added.id, from })
    return added
  },
})

const fullNameIn = ({ first_name, last_name }: Record<string, unknown>): string =>
  [first_name, last_name].filter((part) => typeof part === 'string').join(' ')
