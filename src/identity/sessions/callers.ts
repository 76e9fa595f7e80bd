import type { Actor, Context } from '../../platform/context.ts'
import type { IdentityCore } from '../core.ts'
import { badJwt, sessionNotFound } from '../failures.ts'
import { readCaller } from './sql.ts'

/** Who presents an access token, or why nobody can be seen in it. */
type Caller = { outcome: 'known'; actor: Actor } | { outcome: 'bad_jwt' } | { outcome: 'session_not_found' }

/** Who is calling: read from the database for each call, so that the end of a session or role counts at once. */
export function createCallers({ tokens }: IdentityCore) {
  async function identify(context: Context, accessToken: string): Promise<Caller> {
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
    /** Who is calling; null when the access token is not, or no longer, good. One read by primary key. */
    async authenticate(context: Context, accessToken: string): Promise<Actor | null> {
      const caller = await identify(context, accessToken)
      return caller.outcome === 'known' ? caller.actor : null
    },

    /** Like `authenticate`, for the auth wire's own calls: throws `bad_jwt` or `session_not_found`. */
    async requireCaller(context: Context, accessToken: string): Promise<Actor> {
      const caller = await identify(context, accessToken)
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
  }
}
