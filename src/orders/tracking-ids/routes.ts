import { defineRoutes, type Route } from '../../platform/http/route.ts'
import { trackingIdsContract } from './contract.ts'
import { addTrackingId, changeTrackingId, listTrackingIds, removeTrackingId } from './service.ts'

/** The calls for tracking ids. */
export const createTrackingIdRoutes = (deps: { aloneCents: number }): Route[] =>
  defineRoutes(trackingIdsContract, {
    'GET /api/v1/admin/tracking-ids': ({ query }, context) => listTrackingIds(context, query),
    'POST /api/v1/admin/tracking-ids': ({ body }, context, { idempotencyKey }) =>
      addTrackingId(context, body, deps, idempotencyKey),
    'PATCH /api/v1/admin/tracking-ids/:id': ({ params, body }, context) =>
      changeTrackingId(context, params.id, body, deps),
    'DELETE /api/v1/admin/tracking-ids/:id': async ({ params }, context) => {
      await removeTrackingId(context, params.id, deps)
      return undefined
    },
  })
