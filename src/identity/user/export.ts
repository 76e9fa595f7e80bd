import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { notAuthenticated } from '../../shared/errors.ts'
import { readPasswordHash, readSessions } from '../account/sql.ts'
import { readPasskeys } from '../passkeys/sql.ts'
import { readUser } from '../sql.ts'
import type { exportedAccount } from './export-contract.ts'

type Metadata = Record<string, unknown>

const iso = (at: Date) => at.toISOString()
const isoOrNull = (at: Date | null) => at && iso(at)

/** The caller's account for their export, without any secret. Throws `not_authenticated` when it is gone. */
export async function exportAccount(context: Context): Promise<z.input<typeof exportedAccount>> {
  const { userId } = requireUser(context)
  const found = await readUser(context.db, userId)
  const account = await readPasswordHash(context.db, userId)
  if (!found || !account) throw notAuthenticated()
  const { user, identities, factors } = found
  const passkeys = await readPasskeys(context.db, userId)
  const sessions = await readSessions(context.db, userId)
  return {
    id: user.id,
    email: user.email,
    email_verified_at: isoOrNull(user.email_verified_at),
    role: user.role,
    user_metadata: user.user_metadata as Metadata,
    has_password: account.password_hash !== null,
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    last_sign_in_at: isoOrNull(user.last_sign_in_at),
    identities: identities.map((identity) => ({
      provider: identity.provider,
      provider_id: identity.provider_id,
      identity_data: identity.identity_data as Metadata,
      created_at: iso(identity.created_at),
      updated_at: iso(identity.updated_at),
      last_sign_in_at: isoOrNull(identity.last_sign_in_at),
    })),
    factors: factors.map(({ type, friendly_name, verified_at, created_at }) => ({
      type,
      friendly_name,
      verified_at: isoOrNull(verified_at),
      created_at: iso(created_at),
    })),
    passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({
      name,
      created_at: iso(created_at),
      last_used_at: isoOrNull(last_used_at),
    })),
    sessions: sessions.map((session) => ({
      ...session,
      created_at: iso(session.created_at),
      refreshed_at: iso(session.refreshed_at),
      ended_at: isoOrNull(session.ended_at),
    })),
  }
}
