import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { AccessClaims } from '../../platform/context.ts'
import type { WireUser } from '../contract.ts'
import type { Proof } from '../sessions/assurance-rules.ts'
import { accessTokenSeconds, type KeyRing } from './key-ring.ts'

const audience = 'authenticated'

const ownClaims = z.object({ sub: z.uuid(), session_id: z.uuid() })

/** The content of a token with a valid signature: its session, its key, and when it ends. */
type Verified = { bearer: AccessClaims; kid: string; expiresAt: number }

/** How many tokens with a valid signature are remembered: a caller presents the same one for an hour. */
const maxVerified = 1_000

/** The session of a token, for its claims. */
type SignedSession = { id: string; proof: Proof; endsAt: Date }

/** A signed access token; when it ends, in seconds since 1970; and how long it lives. */
export type SignedToken = { token: string; expiresAt: number; expiresIn: number }

/** Signs and verifies the ES256 access tokens of the auth wire. `issuer` is this service's address. */
export function createAccessTokens({ keys, issuer }: { keys: KeyRing; issuer: string }) {
  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? undefined : await keys.find(kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }

  const verified = new LRUCache<string, Verified>({ max: maxVerified })

  // The issuer is not compared: these keys sign for nobody else, and a site may move to another address without signing
  // everyone out.
  async function verify(token: string): Promise<Verified | null> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
        algorithms: ['ES256'],
        audience,
        // Its end is compared each time that it is presented.
        currentDate: new Date(0),
        requiredClaims: ['exp'],
      })
      const claims = ownClaims.safeParse(payload).data
      if (!claims) return null
      const bearer = { userId: claims.sub, sessionId: claims.session_id }
      return { bearer, kid: protectedHeader.kid as string, expiresAt: payload.exp as number }
    } catch (error) {
      // Any other error, such as a database that does not answer, says nothing about the token.
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  /** The content of a token, if one of our current keys has signed it. */
  async function read(token: string): Promise<Verified | null> {
    const before = verified.get(token)
    if (before && (await keys.find(before.kid))) return before
    const found = await verify(token)
    if (found) verified.set(token, found)
    return found
  }

  return {
    async sign(user: WireUser, session: SignedSession, now: Date): Promise<SignedToken> {
      const { kid, key } = await keys.current()
      const issuedAt = seconds(now)
      const expiresAt = Math.min(issuedAt + accessTokenSeconds, seconds(session.endsAt))
      const token = await new SignJWT(claimsOf(user, session))
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(user.id)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresAt, expiresIn: expiresAt - issuedAt }
    },

    /** The session that a valid token names at `now`; null if it is malformed, expired or not ours. */
    async verify(token: string, now: Date): Promise<AccessClaims | null> {
      const found = await read(token)
      return found && found.expiresAt > seconds(now) ? found.bearer : null
    },

    /** The same for a token that may have expired: only its signature counts. */
    verifySignature: async (token: string): Promise<AccessClaims | null> =>
      (await read(token))?.bearer ?? null,
  }
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1_000)

const claimsOf = (user: WireUser, session: SignedSession): JWTPayload => ({
  email: user.email,
  phone: user.phone,
  app_metadata: user.app_metadata,
  user_metadata: user.user_metadata,
  role: user.role,
  aal: session.proof.level,
  amr: session.proof.steps,
  session_id: session.id,
  is_anonymous: user.is_anonymous,
})
