import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { lockUser } from '../account/sql.ts'
import { requireAct } from '../acts/service.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import { mailNotice } from '../notices.ts'
import type { ListedPasskey } from './contract.ts'
import { requireParty } from './relying-party.ts'
import type { RelyingParty } from './rules.ts'
import { deleteCodesAlone, deletePasskey, readPasskeys, renamePasskey } from './sql.ts'

/** A person's own passkeys. Those of others are not found. */
export const createOwnPasskeys = ({ options, limits }: IdentityCore, party: RelyingParty | null) => ({
  /** All of the caller's, the oldest first. Throws `passkey_disabled`. */
  async list(context: Context): Promise<ListedPasskey[]> {
    const { userId } = requireUser(context)
    requireParty(party)
    return (await readPasskeys(context.db, userId)).map(serialize)
  },

  /**
   * Renames one, and mails its owner about it. Throws `passkey_disabled`, `reauthentication_needed`,
   * `webauthn_credential_not_found` or `rate_limited`.
   */
  async rename(context: Context, id: string, name: string): Promise<ListedPasskey> {
    const { userId } = requireUser(context)
    requireParty(party)
    requireAct(context, 'passkey.rename')
    await limits.passkeyName(userId)
    return inTransaction(context, async (inner) => {
      const renamed = await renamePasskey(inner.db, { id, userId, name })
      if (!renamed) throw authError('webauthn_credential_not_found.own')
      const { was } = renamed
      if (was !== name) await mailNotice(inner, userId, { change: 'passkey_renamed', name, was })
      return serialize(renamed)
    })
  },

  /**
   * Removes one, and mails its owner about it. Throws `passkey_disabled`, `reauthentication_needed` or
   * `webauthn_credential_not_found`.
   */
  async remove(context: Context, id: string): Promise<void> {
    const { userId, sessionId } = requireUser(context)
    requireParty(party)
    requireAct(context, 'passkey.remove')
    await inTransaction(context, async (inner) => {
      const { db } = inner
      if (!(await lockUser(db, userId))) throw authError('session_not_found')
      const name = await deletePasskey(db, { id, userId })
      if (name === undefined) throw authError('webauthn_credential_not_found.own')
      await deleteCodesAlone(db, userId)
      await mailNotice(inner, userId, { change: 'passkey_removed', name })
    })
    securityEvent(options.log, 'passkey_removed', { user: userId, session: sessionId, passkey: id })
  },
})

type PasskeyRow = { id: string; name: string; created_at: Date; last_used_at: Date | null }

const serialize = ({ id, name, created_at, last_used_at }: PasskeyRow): ListedPasskey => ({
  id,
  friendly_name: name,
  created_at: created_at.toISOString(),
  ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
})
