import { sendFile } from '../../platform/files/export.ts'
import { defineRoutes, type Route } from '../../platform/http/route.ts'
import type { RateLimiter } from '../../platform/limits/rate-limit.ts'
import { assignOrders } from '../review/assignment.ts'
import { listCandidates } from '../review/candidates.ts'
import type { ReviewSettings } from '../review/orders.ts'
import { assigningContract, orderListContract } from './contract.ts'
import { exportOrders } from './file.ts'
import { listOrders } from './service.ts'

/** `exports` limits how often orders are exported. */
export const createOrderListRoutes = (deps: ReviewSettings & { exports: RateLimiter }): Route[] =>
  defineRoutes(orderListContract, {
    'GET /api/v1/admin/orders': ({ query }, context) => listOrders(context, query),
    'GET /api/v1/admin/export/orders': async ({ query }, context, { reply }) =>
      sendFile(reply, await exportOrders(context, query, deps), query.format),
    'GET /api/v1/admin/orders/:id/candidates': ({ params, query }, context) =>
      listCandidates(context, deps, params.id, query.product_ref),
  })

/** The call that assigns several orders at once. */
export const createAssigningRoutes = (deps: ReviewSettings): Route[] =>
  defineRoutes(assigningContract, {
    'PUT /api/v1/admin/order-matches': ({ body }, context) => assignOrders(context, deps, body),
  })
