import { sendFile } from '../../platform/files/export.ts'
import { defineRoutes, type Route } from '../../platform/http/route.ts'
import type { RateLimiter } from '../../platform/limits/rate-limit.ts'
import type { ReviewSettings } from '../review/orders.ts'
import { orderListContract } from './contract.ts'
import { exportOrders } from './file.ts'
import { listOrders } from './service.ts'

/** `exports` limits how often orders are exported. */
export const createOrderListRoutes = (deps: ReviewSettings & { exports: RateLimiter }): Route[] =>
  defineRoutes(orderListContract, {
    'GET /api/v1/admin/orders': ({ query }, context) => listOrders(context, query),
    'GET /api/v1/admin/export/orders': async ({ query }, context, { reply }) =>
      sendFile(reply, await exportOrders(context, query, deps), query.format),
  })
