import { defineRoutes } from '../../platform/http/route.ts'
import { securityEvent } from '../../platform/security-events.ts'
import type { Identity } from '../index.ts'
import { accountContract } from './contract.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'

/** A person's own sessions, and whether a mailed link still works. */
export const createOwnSessionRoutes = (identity: Pick<Identity, 'confirmation' | 'recovery'>) =>
  defineRoutes(accountContract, {
    'GET /api/v1/me/sessions': (_, context) => listOwnSessions(context),
    'DELETE /api/v1/me/sessions/:id': async ({ params }, context, { log, address: from }) => {
      await endOwnSession(context, params.id)
      securityEvent(log, 'session_removed', { user: context.actor?.userId, session: params.id, from })
      return undefined
    },
    'POST /api/v1/reset-links/check': async ({ body }, context, { address }) => ({
      works: await identity.recovery.isLinkGood(context, body.token_hash, { address }),
    }),
    'GET /api/v1/me/proof': (_, context) => identity.confirmation.ownProof(context),
    'POST /api/v1/me/confirm': async ({ body }, context) => {
      await identity.confirmation.confirm(context, body)
      return undefined
    },
  })
