import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { type Actor, type Context, inTransaction, requireUser } from '../platform/context.ts'
import type { DB, JsonObject } from '../platform/database/schema.ts'
import { createAccessTokens } from './access-tokens.ts'
import type { Credentials, PublicKeySet, SignOutScope, SignUp, WireSession, WireUser } from './contract.ts'
import {
  badJwt,
  invalidCredentials,
  passwordTooShort,
  refreshedSessionEnded,
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  sessionNotFound,
  userAlreadyExists,
} from './failures.ts'
import { openKeyRing } from './keys.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { presentSession, presentUser } from './present.ts'
import { isTooShort } from './rules.ts'
import { type OpenSession, renewSession, startSession } from './sessions.ts'
import {
  endSessions,
  insertEmailIdentity,
  insertUser,
  noteSignIn,
  readCaller,
  readCredentials,
  readOrAddSecret,
  readUser,
} from './sql.ts'

export type NewAccount = { userId: string; firstName: string; lastName: string }

export type IdentityOptions = {
  db: Kysely<DB>
  clock: Clock
  /** Public address, without a slash at its end. */
  siteUrl: string
  passwordMinLength: number
  /** What else a new account needs, made in the sign-up's own transaction. Throwing undoes the sign-up. */
  afterSignUp: (context: Context, account: NewAccount) => Promise<void>
}

/** What is known of the device that signs in. */
export type Device = { userAgent: string | null }

/** Who presents an access token, or why nobody can be seen in it. */
export type Caller =
  | { outcome: 'known'; actor: Actor }
  | { outcome: 'bad_jwt' }
  | { outcome: 'session_not_found' }

export type Identity = Awaited<ReturnType<typeof createIdentity>>

/**
 * Accounts and sessions (spec sections 3 to 5). Makes the signing key and the token secret at the first start;
 * several processes may start at once.
 */
export async function createIdentity(options: IdentityOptions) {
  const { db, clock, siteUrl, passwordMinLength, afterSignUp } = options
  const keys = await openKeyRing({ db, clock })
  const tokens = createAccessTokens({ keys, issuer: `${siteUrl}/auth/v1` })
  const secret = await readOrAddSecret(db, 'refresh_tokens', randomBytes(32))

  // Outside of transactions: reading the keys anew would need a second connection while one is held.
  async function answer(context: Context, session: OpenSession): Promise<WireSession> {
    const found = await readUser(context.db, session.userId)
    if (!found) throw refreshedSessionEnded()
    const user = presentUser(found)
    const access = await tokens.sign(user, session, context.clock())
    return presentSession(user, access, session.refreshToken)
  }

  async function identifyCaller(context: Context, accessToken: string): Promise<Caller> {
    const bearer = await tokens.bearer(accessToken, context.clock())
    if (!bearer) return { outcome: 'bad_jwt' }
    const found = await readCaller(context.db, bearer.sessionId)
    if (!found || found.ended_at) return { outcome: 'session_not_found' }
    return {
      outcome: 'known',
      actor: {
        userId: found.user_id,
        sessionId: bearer.sessionId,
        role: found.role === 'admin' ? 'admin' : 'user',
      },
    }
  }

  return {
    /**
     * Makes an account and signs in: user, identity, what `afterSignUp` adds, session and first refresh token in
     * one transaction. Throws `weak_password` or `user_already_exists`.
     */
    async signUp(context: Context, { email, password, data }: SignUp, device: Device): Promise<WireSession> {
      if (isTooShort(password, passwordMinLength)) throw passwordTooShort(passwordMinLength)
      const passwordHash = await hashPassword(password)
      const session = await inTransaction(context, async (inner) => {
        const now = inner.clock()
        const metadata = data as JsonObject
        const userId = await insertUser(inner.db, { email, passwordHash, metadata, now })
        if (!userId) throw userAlreadyExists()
        const identityData = { ...metadata, sub: userId, email, email_verified: false, phone_verified: false }
        await insertEmailIdentity(inner.db, { userId, data: identityData, now })
        await afterSignUp(inner, { userId, firstName: data.first_name, lastName: data.last_name })
        return startSession(inner, userId, device.userAgent)
      })
      return answer(context, session)
    },

    /** Starts a session for the right password. Throws `invalid_credentials`, alike for an unknown address. */
    async signIn(context: Context, { email, password }: Credentials, device: Device): Promise<WireSession> {
      const account = await readCredentials(context.db, email)
      const verifiedHash = account?.password_hash ?? null
      const fits = await verifyPassword(verifiedHash, password)
      if (!fits || !account || !verifiedHash) throw invalidCredentials()
      const newHash = needsRehash(verifiedHash) ? await hashPassword(password) : verifiedHash
      const session = await inTransaction(context, async (inner) => {
        const signIn = { userId: account.id, verifiedHash, newHash, now: inner.clock() }
        if (!(await noteSignIn(inner.db, signIn))) throw invalidCredentials()
        return startSession(inner, account.id, device.userAgent)
      })
      return answer(context, session)
    },

    /**
     * Exchanges a refresh token for a new session answer. Throws `refresh_token_not_found`, `session_not_found`,
     * or `refresh_token_already_used` after ending the session for good.
     */
    async refresh(context: Context, refreshToken: string): Promise<WireSession> {
      const renewal = await inTransaction(context, (inner) => renewSession(inner, secret, refreshToken))
      // Thrown only now, when the end of a session that is shared has been committed.
      if (renewal.outcome === 'not_found') throw refreshTokenNotFound()
      if (renewal.outcome === 'session_ended') throw refreshedSessionEnded()
      if (renewal.outcome === 'reuse') throw refreshTokenAlreadyUsed()
      return answer(context, renewal.session)
    },

    /** Ends every session of the caller, this one, or the others. Their access tokens stop working at once. */
    async signOut(context: Context, scope: SignOutScope): Promise<void> {
      const { userId, sessionId } = requireUser(context)
      const choice = {
        global: { userId },
        local: { userId, only: sessionId },
        others: { userId, except: sessionId },
      }[scope]
      await endSessions(context.db, choice, { reason: 'signed_out', now: context.clock() })
    },

    /** The calling user, in the wire's shape. */
    async getUser(context: Context): Promise<WireUser> {
      const found = await readUser(context.db, requireUser(context).userId)
      if (!found) throw sessionNotFound()
      return presentUser(found)
    },

    /** Who is calling; null when the access token is not, or no longer, good. One read by primary key. */
    async authenticate(context: Context, accessToken: string): Promise<Actor | null> {
      const caller = await identifyCaller(context, accessToken)
      return caller.outcome === 'known' ? caller.actor : null
    },

    /** Like `authenticate`, for the auth wire's own calls: throws `bad_jwt` or `session_not_found`. */
    async requireCaller(context: Context, accessToken: string): Promise<Actor> {
      const caller = await identifyCaller(context, accessToken)
      if (caller.outcome === 'bad_jwt') throw badJwt()
      if (caller.outcome === 'session_not_found') throw sessionNotFound()
      return caller.actor
    },

    /**
     * Whose token this is, by its signature alone: it may have expired or belong to an ended session. Enough to
     * leave out an owner's own clicks, never to permit anything.
     */
    async authenticateOwnerSignature(accessToken: string): Promise<{ userId: string } | null> {
      const bearer = await tokens.bearerEvenExpired(accessToken)
      return bearer && { userId: bearer.userId }
    },

    /** The public keys that verify access tokens. */
    publicKeys: (): Promise<PublicKeySet> => keys.published(),
  }
}
