import type { WireIdentity, WireSession, WireUser } from './contract.ts'
import type { SignedToken } from './keys/access-tokens.ts'
import { accessTokenSeconds } from './keys/key-ring.ts'
import type { IdentityRow, UserRow } from './sql.ts'

type Metadata = Record<string, unknown>

/** A user in the auth wire's shape. */
export function presentUser({ user, identities }: { user: UserRow; identities: IdentityRow[] }): WireUser {
  const providers = [...new Set(identities.map((identity) => identity.provider))]
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    // Signing up signs in at once, so to the client every address is confirmed; whether its owner has proved it
    // is email_verified_at, which never leaves the server.
    email_confirmed_at: user.created_at.toISOString(),
    last_sign_in_at: user.last_sign_in_at?.toISOString() ?? null,
    app_metadata: {
      provider: providers[0] ?? 'email',
      providers,
      ...(user.role === 'admin' && { role: 'admin' as const }),
    },
    user_metadata: user.user_metadata as Metadata,
    identities: identities.map(presentIdentity),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: false,
  }
}

function presentIdentity(identity: IdentityRow): WireIdentity {
  const data = identity.identity_data as Metadata
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at?.toISOString() ?? null,
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(typeof data.email === 'string' && { email: data.email }),
  }
}

/** A session in the auth wire's shape. */
export const presentSession = (user: WireUser, access: SignedToken, refreshToken: string): WireSession => ({
  access_token: access.token,
  token_type: 'bearer',
  expires_in: accessTokenSeconds,
  expires_at: access.expiresAt,
  refresh_token: refreshToken,
  user,
})
