import { defineRoutes } from '../../platform/http/route.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { payoutDetailsContract } from './contract.ts'
import { changeOwnDetails, readOwnDetails, withdrawComing } from './service.ts'

/** The calls about payout details. `limit` is how often they may be changed. */
export const createPayoutDetailsRoutes = (deps: Parameters<typeof changeOwnDetails>[2]) =>
  defineRoutes(payoutDetailsContract, {
    'GET /api/v1/me/payout-details': (_input, context) => readOwnDetails(context, deps),
    'PUT /api/v1/me/payout-details': async ({ body }, context, { log, address: from }) => {
      const changed = await changeOwnDetails(context, body, deps)
      const { userId: user, sessionId: session } = context.actor ?? {}
      securityEvent(log, 'payout_details_changed', { user, session, from })
      return changed
    },
    'DELETE /api/v1/me/payout-details/coming': (_input, context) => withdrawComing(context, deps),
  })
