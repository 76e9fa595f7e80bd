import { defineRoutes } from '../platform/http/routes.ts'
import { accountContract } from './account-contract.ts'
import { endOwnSession, listOwnSessions } from './service.ts'

/** A person's own sessions. */
export const ownSessionRoutes = defineRoutes(accountContract, {
  'GET /api/v1/me/sessions': (_, context) => listOwnSessions(context),
  'DELETE /api/v1/me/sessions/:id': async ({ params }, context) => {
    await endOwnSession(context, params.id)
    return undefined
  },
})
