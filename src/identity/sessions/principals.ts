import type { AccessClaims, Actor, Context, Means, Principal } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import { readPrincipal } from './sql.ts'

/**
 * The person behind an access token, or why it is not accepted. If the account asks for a second step that the session
 * has not shown, the person is known but not let in yet.
 */
type Identified =
  | { outcome: 'known' | 'second_step_missing'; actor: Actor }
  | { outcome: 'bad_jwt' }
  | { outcome: 'session_not_found'; session: string }
  | { outcome: 'suspended'; session: string; why: string }

/** Finds the caller, from the database for each call, so that the end of a session or role counts at once. */
export function createPrincipals({ tokens, options: { log, settings } }: IdentityCore) {
  async function identify(context: Context, accessToken: string): Promise<Identified> {
    const principal = await readPrincipalOf(context, await tokens.verify(accessToken, context.clock()))
    if (!('actor' in principal)) {
      const session = 'session' in principal ? { session: principal.session } : {}
      securityEvent(log, 'token_refused', { reason: principal.outcome, ...session })
    }
    return principal
  }

  async function readPrincipalOf(context: Context, claims: AccessClaims | null): Promise<Identified> {
    if (!claims) return { outcome: 'bad_jwt' }
    const found = await readPrincipal(context.db, claims.sessionId)
    if (found && found.suspended_reason !== null)
      return { outcome: 'suspended', session: claims.sessionId, why: found.suspended_reason }
    if (!found || found.ended_at) return { outcome: 'session_not_found', session: claims.sessionId }
    const level = found.aal === 'aal2' ? 'aal2' : 'aal1'
    return {
      outcome: found.has_factor && level === 'aal1' ? 'second_step_missing' : 'known',
      actor: {
        userId: found.user_id,
        sessionId: claims.sessionId,
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

  /** The caller, even before a second step. Throws `bad_jwt`, `session_not_found` or `user_banned`. */
  async function requireKnown(context: Context, accessToken: string) {
    const principal = await identify(context, accessToken)
    if (principal.outcome === 'bad_jwt') throw authError('bad_jwt')
    if (principal.outcome === 'suspended') throw authError('user_banned.in_session', principal.why)
    if (principal.outcome === 'session_not_found') throw authError('session_not_found')
    return principal
  }

  return {
    /**
     * The caller: nobody if the access token is not, or no longer, valid, and before the second step that the account
     * asks for. One read by primary key.
     */
    authenticate: async (context: Context, accessToken: string): Promise<Principal> =>
      admitted(await identify(context, accessToken)),

    /**
     * Like `authenticate`, for the auth wire's own calls: throws `bad_jwt`, `session_not_found` or `insufficient_aal`.
     */
    async requirePrincipal(context: Context, accessToken: string): Promise<Principal> {
      const { outcome, actor } = await requireKnown(context, accessToken)
      if (outcome === 'second_step_missing') throw authError('insufficient_aal')
      return { actor }
    },

    /** The same for the few calls that are open before the second step: throws `bad_jwt` or `session_not_found`. */
    async requireAnyPrincipal(context: Context, accessToken: string): Promise<Principal> {
      return { actor: (await requireKnown(context, accessToken)).actor }
    },

    /**
     * The owner of a token, by its signature alone: it may have expired or belong to an ended session. Enough to leave
     * out an owner's own clicks, but never to permit anything.
     */
    async authenticateOwnerSignature(accessToken: string): Promise<{ userId: string } | null> {
      const claims = await tokens.verifySignature(accessToken)
      return claims && { userId: claims.userId }
    },
  }
}

/** The person if they may act: only with a living session and account, after all steps. */
function admitted(principal: Identified): Principal {
  if (principal.outcome === 'known') return { actor: principal.actor }
  if (principal.outcome === 'second_step_missing')
    return { actor: null, awaiting: { role: principal.actor.role } }
  return { actor: null }
}
