import type { Actor, Bearer, Caller, Context, Means } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import { readCaller } from './sql.ts'

/**
 * Who presents an access token, or why it is not accepted. Where the account asks for a second step that the session
 * has not shown, the person is known but not let in yet.
 */
type Presented =
  | { outcome: 'known' | 'second_step_missing'; actor: Actor }
  | { outcome: 'bad_jwt' }
  | { outcome: 'session_not_found'; session: string }
  | { outcome: 'suspended'; session: string; why: string }

/** Who is calling: read from the database for each call, so that the end of a session or role counts at once. */
export function createCallers({ tokens, options: { log, settings } }: IdentityCore) {
  async function identify(context: Context, accessToken: string): Promise<Presented> {
    const caller = await readCallerOf(context, await tokens.bearer(accessToken, context.clock()))
    if (!('actor' in caller)) {
      const session = 'session' in caller ? { session: caller.session } : {}
      securityEvent(log, 'token_refused', { reason: caller.outcome, ...session })
    }
    return caller
  }

  async function readCallerOf(context: Context, bearer: Bearer | null): Promise<Presented> {
    if (!bearer) return { outcome: 'bad_jwt' }
    const found = await readCaller(context.db, bearer.sessionId)
    if (found && found.suspended_reason !== null)
      return { outcome: 'suspended', session: bearer.sessionId, why: found.suspended_reason }
    if (!found || found.ended_at) return { outcome: 'session_not_found', session: bearer.sessionId }
    const level = found.aal === 'aal2' ? 'aal2' : 'aal1'
    return {
      outcome: found.has_factor && level === 'aal1' ? 'second_step_missing' : 'known',
      actor: {
        userId: found.user_id,
        sessionId: bearer.sessionId,
        role: found.role === 'admin' ? 'admin' : 'user',
        assurance: {
          level,
          hasFactor: found.has_factor,
          owesTwoSteps:
            settings.adminTwoStep === 'required' && found.role === 'admin' && found.step_at === null,
          stepsDropAt: found.steps_drop_at,
          proof: {
            at: found.proof_at,
            by: found.proof_by as Means | null,
            stepAt: found.step_at,
            asksStep: found.asks_step,
          },
        },
        isUnproven: found.email_verified_at === null,
      },
    }
  }

  /** Who is calling, also before a second step. Throws `bad_jwt`, `session_not_found` or `user_banned`. */
  async function requireKnown(context: Context, accessToken: string) {
    const caller = await identify(context, accessToken)
    if (caller.outcome === 'bad_jwt') throw authError('bad_jwt')
    if (caller.outcome === 'suspended') throw authError('user_banned.in_session', caller.why)
    if (caller.outcome === 'session_not_found') throw authError('session_not_found')
    return caller
  }

  return {
    /**
     * Who is calling: nobody when the access token is not, or no longer, valid, and before the second step that the
     * account asks for. One read by primary key.
     */
    authenticate: async (context: Context, accessToken: string): Promise<Caller> =>
      admitted(await identify(context, accessToken)),

    /**
     * Like `authenticate`, for the auth wire's own calls: throws `bad_jwt`, `session_not_found` or `insufficient_aal`.
     */
    async requireCaller(context: Context, accessToken: string): Promise<Caller> {
      const { outcome, actor } = await requireKnown(context, accessToken)
      if (outcome === 'second_step_missing') throw authError('insufficient_aal')
      return { actor }
    },

    /** The same for the few calls that are open before the second step: throws `bad_jwt` or `session_not_found`. */
    async requireAnyCaller(context: Context, accessToken: string): Promise<Caller> {
      return { actor: (await requireKnown(context, accessToken)).actor }
    },

    /**
     * Whose token this is, by its signature alone: it may have expired or belong to an ended session. Enough to leave
     * out an owner's own clicks, but never to permit anything.
     */
    async authenticateOwnerSignature(accessToken: string): Promise<{ userId: string } | null> {
      const bearer = await tokens.bearerEvenExpired(accessToken)
      return bearer && { userId: bearer.userId }
    },
  }
}

/** Who may act: only people whose session and account are good, after all steps. */
function admitted(caller: Presented): Caller {
  if (caller.outcome === 'known') return { actor: caller.actor }
  if (caller.outcome === 'second_step_missing') return { actor: null, awaiting: { role: caller.actor.role } }
  return { actor: null }
}
