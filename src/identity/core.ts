import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { DB } from '../platform/database/schema.ts'
import { createSecretBox } from '../platform/secrets/secret-box.ts'
import { securityEvent } from '../platform/security-events.ts'
import type { Settings } from '../platform/settings/read.ts'
import type { WireFactor, WireIdentity, WireSession, WireUser } from './contract.ts'
import { authError } from './errors.ts'
import type { FactorRow } from './factors/sql.ts'
import type { Device } from './familiar/device.ts'
import { createFamiliarPlaces } from './familiar/places.ts'
import { createAccessTokens, type SignedToken } from './keys/access-tokens.ts'
import { readGivenKeys } from './keys/given-keys.ts'
import { openKeyRing } from './keys/key-ring.ts'
import { createLimits } from './limits.ts'
import { createOwnPasswordCheck, createPasswords, type PasswordCost } from './passwords.ts'
import { endOfSession } from './rules.ts'
import type { OpenSession } from './sessions/sessions.ts'
import { type FoundUser, type IdentityRow, readOrAddSecret, readUser } from './sql.ts'

export type NewAccount = { userId: string; firstName: string; lastName: string }

export type IdentityOptions = {
  db: Kysely<DB>
  pool: pg.Pool
  clock: Clock
  log: FastifyBaseLogger
  /** Public address, without a slash at its end. */
  siteUrl: string
  settings: Pick<
    Settings,
    | 'appName'
    | 'passwordMinLength'
    | 'sessions'
    | 'adminTwoStep'
    | 'redirectUrls'
    | 'signingKeys'
    | 'providers'
    | 'workers'
  >
  /** Makes the rest of a new account in the sign-up's own transaction. If it throws, the sign-up is undone. */
  afterSignUp: (context: Context, account: NewAccount) => Promise<void>
  /** Tells what an account did before its address was proven, in the transaction that proves it. */
  afterProof: (context: Context, userId: string) => Promise<void>
  /** Tells a person in the app about a change of their account; a repeated notice changes nothing. */
  tellOfChange: (context: Context, notice: { id: string; userId: string; change: string }) => Promise<void>
  /** Withdraws payout details, in the transaction that takes back this change or an earlier one. */
  takeBackPayoutDetails: (context: Context, detailsId: string) => Promise<void>
  /** The cost of a password's hash, if different from the safe default. */
  passwordCost?: PasswordCost | undefined
  /** How long a provider may take to answer, if different from the default. */
  providerSeconds?: number | undefined
}

export type IdentityCore = Awaited<ReturnType<typeof createCore>>

/**
 * What all parts of identity share: the keys, the secret from which refresh tokens derive, the limits, and the way to
 * answer with a session. Makes key and secrets at the first start; several processes may start at once.
 */
export async function createCore(options: IdentityOptions) {
  const { db, clock, siteUrl } = options
  const given = options.settings.signingKeys
  const keys = given === undefined ? await openKeyRing({ db, clock }) : await readGivenKeys(given)
  const tokens = createAccessTokens({ keys, issuer: `${siteUrl}/auth/v1` })
  const secret = await readOrAddSecret(db, 'refresh_tokens', randomBytes(32))
  const limitSecret = await readOrAddSecret(db, 'rate_limits', randomBytes(32))
  const places = createFamiliarPlaces(limitSecret, siteUrl)
  const limits = createLimits(options.pool, limitSecret, places)
  const passwords = createPasswords(options.passwordCost, options.settings.workers)
  const factorKey = await readOrAddSecret(db, 'factor_secrets', randomBytes(32))
  const secretBox = createSecretBox(factorKey)

  async function answer(context: Context, session: OpenSession): Promise<WireSession> {
    const found = await readUser(context.db, session.userId)
    if (!found) throw authError('session_not_found.refreshed')
    const user = serializeUser(found)
    const now = context.clock()
    const endsAt = endOfSession(session.startedAt, options.settings.sessions)
    const access = await tokens.sign(user, { ...session, endsAt }, now)
    return serializeSession(user, access, session.refreshToken)
  }

  /** The same for a session that has just shown a step; if it was the last one, its place becomes familiar. */
  async function answerShown(context: Context, session: OpenSession, device: Device): Promise<WireSession> {
    const wire = await answer(context, session)
    const { level } = session.proof
    if (level === 'aal2' || !asksForStep(wire.user))
      await places.keep(context, { userId: session.userId, level }, device)
    return wire
  }

  return {
    options,

    /** A person's e-mail address. Throws `session_not_found` when they have just been deleted. */
    async addressOf(context: Context, userId: string): Promise<string> {
      const found = await readUser(context.db, userId)
      if (!found) throw authError('session_not_found')
      return found.user.email
    },

    keys,
    tokens,
    secret,
    limits,
    places,
    passwords,
    /** The key of the secrets that authenticator apps share with the server. */
    factorKey,
    secretBox,
    isOwnPassword: createOwnPasswordCheck(options.pool, passwords, options.log),

    /**
     * An open session in the wire's shape, with a fresh access token. To be called outside of transactions: reading the
     * keys again would need a second connection while one is held.
     */
    answer,
    answerShown,

    /** The same for a session that has just begun; it is logged as a security event. */
    async answerNew(context: Context, session: OpenSession, device: Device): Promise<WireSession> {
      const { id, userId: user, method } = session
      securityEvent(options.log, 'sign_in', { user, session: id, method, from: device.address })
      return answerShown(context, session, device)
    },
  }
}

const asksForStep = ({ factors = [] }: WireUser): boolean =>
  factors.some(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')

type Metadata = Record<string, unknown>

/** A user in the auth wire's shape. */
export function serializeUser({ user, identities, factors }: FoundUser): WireUser {
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
    identities: identities.map(serializeIdentity),
    ...(factors.length > 0 && { factors: factors.map(serializeFactor) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: false,
  }
}

const serializeFactor = (factor: FactorRow): WireFactor => ({
  id: factor.id,
  friendly_name: factor.friendly_name,
  factor_type: factor.type as WireFactor['factor_type'],
  status: factor.verified_at ? 'verified' : 'unverified',
  created_at: factor.created_at.toISOString(),
  updated_at: factor.updated_at.toISOString(),
  ...(factor.last_challenged_at && { last_challenged_at: factor.last_challenged_at.toISOString() }),
})

function serializeIdentity(identity: IdentityRow): WireIdentity {
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
const serializeSession = (user: WireUser, access: SignedToken, refreshToken: string): WireSession => ({
  access_token: access.token,
  token_type: 'bearer',
  expires_in: access.expiresIn,
  expires_at: access.expiresAt,
  refresh_token: refreshToken,
  user,
})
