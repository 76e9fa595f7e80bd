import { addressPrefix } from '../../platform/address-prefix.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import type { JsonObject } from '../../platform/database/schema.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { AppError } from '../../shared/errors.ts'
import type { Credentials, SignOutScope, SignUp, WireSession, WireUser } from '../contract.ts'
import { type IdentityCore, serializeUser } from '../core.ts'
import { AuthError, authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { type Passwords, requireStrongPassword } from '../passwords.ts'
import { insertEmailIdentity, insertUser, noteSignIn, readCredentials, readUser } from '../sql.ts'
import { hashOfToken, type OpenSession, renewSession, startSession } from './sessions.ts'
import { endSessions, readSessionOfToken } from './sql.ts'

/** Signs people up, in and out with email and password, and keeps sessions alive (docs/product/sign-in.md#sessions). */
export function createAccounts(core: IdentityCore) {
  const { secret, limits, passwords } = core
  const { settings, afterSignUp, log } = core.options

  /** Logs why a refresh token got no session, and throws it. */
  function refuseRefresh(failure: AuthError, from: Pick<Device, 'address'>, session?: string): never {
    const isReuse = failure.code === 'refresh_token_already_used'
    const event = isReuse ? 'refresh_token_reused' : 'refresh_refused'
    securityEvent(log, event, { session, reason: failure.code, from: from.address })
    throw failure
  }

  return {
    /**
     * Makes an account and signs in: user, identity, everything that `afterSignUp` adds, session and first refresh
     * token in one transaction. Throws `weak_password`, `user_already_exists` or `rate_limited`.
     */
    async signUp(context: Context, { email, password, data }: SignUp, device: Device): Promise<WireSession> {
      await limits.signUp(device)
      const said = [settings.appName, email, data.first_name, data.last_name]
      await requireStrongPassword(password, { minLength: settings.passwordMinLength, said })
      const passwordHash = await passwords.hash(password, callerOf(device))
      const session = await inTransaction(context, async (inner) => {
        const now = inner.clock()
        const metadata = data as JsonObject
        const userId = await insertUser(inner.db, { email, passwordHash, metadata, now })
        if (!userId) throw authError('user_already_exists')
        const identityData = { ...metadata, sub: userId, email, email_verified: false, phone_verified: false }
        await insertEmailIdentity(inner.db, { userId, data: identityData, now })
        await afterSignUp(inner, { userId, firstName: data.first_name, lastName: data.last_name })
        return startSession(inner, { userId, method: 'password', device })
      })
      const { id, userId: user } = session
      securityEvent(log, 'signed_up', { user, session: id, from: device.address })
      return core.answerNew(context, session, device)
    },

    /**
     * Starts a session for the right password. Throws `invalid_credentials`, the same for an unknown address,
     * `user_banned` after the right password of a suspended account, or `rate_limited` after too many attempts.
     */
    async signIn(context: Context, credentials: Credentials, device: Device): Promise<WireSession> {
      const attempt = { email: credentials.email, from: device }
      const session = await limits
        .signIn(context, attempt, () => signInByPassword(context, passwords, credentials, device))
        .catch((error: unknown) => {
          const reason = error instanceof AuthError || error instanceof AppError ? error.code : 'fault'
          const { address: from } = device
          securityEvent(log, 'sign_in_failed', { account: credentials.email, reason, from })
          throw error
        })
      return core.answerNew(context, session, device)
    },

    /**
     * Exchanges a refresh token for a new session answer. Throws `refresh_token_not_found`, `session_not_found`,
     * `session_expired`, `user_banned`, or `refresh_token_already_used` after ending the session for good;
     * `unavailable` after too many calls.
     */
    async refresh(
      context: Context,
      refreshToken: string,
      from: Pick<Device, 'address'> = {},
    ): Promise<WireSession> {
      const sessionId = await readSessionOfToken(context.db, hashOfToken(refreshToken))
      await limits.refresh(sessionId, from)
      const renewal = await inTransaction(context, (inner) =>
        renewSession(inner, { secret, life: settings.sessions }, refreshToken),
      )
      // Thrown only now, after the end of a reused session has been committed.
      if (renewal.outcome === 'not_found') refuseRefresh(authError('refresh_token_not_found'), from)
      if (renewal.outcome === 'suspended')
        refuseRefresh(authError('user_banned', renewal.reason), from, sessionId)
      if (renewal.outcome === 'session_ended')
        refuseRefresh(authError('session_not_found.refreshed'), from, sessionId)
      if (renewal.outcome === 'expired') refuseRefresh(authError('session_expired'), from, sessionId)
      if (renewal.outcome === 'idle') refuseRefresh(authError('session_expired.idle'), from, sessionId)
      if (renewal.outcome === 'reuse') refuseRefresh(authError('refresh_token_already_used'), from, sessionId)
      return core.answer(context, renewal.session)
    },

    /**
     * Ends every session of the caller, this one, or the others. Their access tokens stop working at once. Before the
     * second step of an account that has one, sessions that have shown it stay: a password alone signs nobody out.
     */
    async signOut(context: Context, scope: SignOutScope): Promise<void> {
      const { userId, sessionId, assurance } = requireUser(context)
      const isHalfway = assurance?.hasFactor && assurance.level === 'aal1'
      const own = { userId, ...(isHalfway && { level: 'aal1' as const }) }
      const choice = {
        global: own,
        local: { userId, only: sessionId },
        others: { ...own, except: sessionId },
      }[scope]
      await endSessions(context.db, choice, { reason: 'signed_out', now: context.clock() })
      securityEvent(log, 'signed_out', { user: userId, session: sessionId, scope })
    },

    /** The calling user, in the wire's shape. */
    async getUser(context: Context): Promise<WireUser> {
      const found = await readUser(context.db, requireUser(context).userId)
      if (!found) throw authError('session_not_found')
      return serializeUser(found)
    },
  }
}

/** The owner in a queue before the caller is known: the prefix that one household or company shares. */
const callerOf = ({ address }: Device) => (address ? addressPrefix(address) : undefined)

async function signInByPassword(
  context: Context,
  passwords: Passwords,
  { email, password }: Credentials,
  device: Device,
): Promise<OpenSession> {
  const account = await readCredentials(context.db, email)
  const verifiedHash = account?.password_hash ?? null
  const fits = await passwords.verify(verifiedHash, password, callerOf(device))
  if (!fits || !account || !verifiedHash) throw authError('invalid_credentials')
  const newHash = passwords.needsRehash(verifiedHash)
    ? await passwords.hash(password, callerOf(device))
    : verifiedHash
  return inTransaction(context, async (inner) => {
    const signIn = { userId: account.id, verifiedHash, newHash, now: inner.clock() }
    if (!(await noteSignIn(inner.db, signIn))) throw authError('invalid_credentials')
    return startSession(inner, { userId: account.id, method: 'password', device })
  })
}
