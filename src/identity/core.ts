import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Settings } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import type { DB } from '../platform/database/schema.ts'
import type { WireSession } from './contract.ts'
import { refreshedSessionEnded } from './failures.ts'
import { createAccessTokens } from './keys/access-tokens.ts'
import { readGivenKeys } from './keys/given-keys.ts'
import { openKeyRing } from './keys/key-ring.ts'
import { createLimits } from './limits.ts'
import { createOwnPasswordCheck } from './password-attempts.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'
import { presentSession, presentUser } from './present.ts'
import type { OpenSession } from './sessions/sessions.ts'
import { readOrAddSecret, readUser } from './sql.ts'

export type NewAccount = { userId: string; firstName: string; lastName: string }

export type IdentityOptions = {
  db: Kysely<DB>
  pool: pg.Pool
  clock: Clock
  log: FastifyBaseLogger
  /** Public address, without a slash at its end. */
  siteUrl: string
  settings: Pick<Settings, 'appName' | 'passwordMinLength' | 'redirectUrls' | 'signingKeys' | 'providers'>
  /** What else a new account needs, made in the sign-up's own transaction. Throwing undoes the sign-up. */
  afterSignUp: (context: Context, account: NewAccount) => Promise<void>
  /** What a hash of a password costs, where that is not to be the safe one. */
  passwordCost?: PasswordCost | undefined
}

export type { Device } from './device.ts'

export type IdentityCore = Awaited<ReturnType<typeof createCore>>

/**
 * What all of identity leans on: the keys, the secret that refresh tokens derive from, the limits, and the one way to
 * answer with a session. Makes key and secrets at the first start; several processes may start at once.
 */
export async function createCore(options: IdentityOptions) {
  const { db, clock, siteUrl } = options
  const given = options.settings.signingKeys
  const keys = given === undefined ? await openKeyRing({ db, clock }) : await readGivenKeys(given)
  const tokens = createAccessTokens({ keys, issuer: `${siteUrl}/auth/v1` })
  const secret = await readOrAddSecret(db, 'refresh_tokens', randomBytes(32))
  const limits = createLimits(options.pool, await readOrAddSecret(db, 'rate_limits', randomBytes(32)))
  const passwords = createPasswords(options.passwordCost)

  return {
    options,
    keys,
    tokens,
    secret,
    limits,
    passwords,
    isOwnPassword: createOwnPasswordCheck(options.pool, passwords),

    /**
     * An open session in the wire's shape, with a fresh access token. To be called outside of transactions: reading
     * the keys anew would need a second connection while one is held.
     */
    async answer(context: Context, session: OpenSession): Promise<WireSession> {
      const found = await readUser(context.db, session.userId)
      if (!found) throw refreshedSessionEnded()
      const user = presentUser(found)
      const access = await tokens.sign(user, session, context.clock())
      return presentSession(user, access, session.refreshToken)
    },
  }
}
