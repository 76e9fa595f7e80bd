import { defineRoutes } from '../../platform/http/route.ts'
import { accountContract } from './contract.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'

/** A person's own sessions. */
export const ownSessionRoutes = defineRoutes(accountContract, {
  'GET /api/v1/me/sessions': (_, context) => listOwnSessions(context),
  'DELETE /api/v1/me/sessions/:id': async ({ params }, context) => {
    await endOwnSession(context, params.id)
    return undefined
  },
})
