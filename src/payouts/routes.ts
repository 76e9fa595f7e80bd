import { defineRoutes } from '../platform/http/route.ts'
import { adjustmentsContract } from './adjustments/contract.ts'
import { listAdjustments, makeAdjustment } from './adjustments/service.ts'
import { holdsContract } from './holds/contract.ts'
import { endHold, listHolds, setHold } from './holds/service.ts'
import { releasesContract } from './releases/contract.ts'
import { bearOrder, listMonthOrders, listUnpaidOrders, releaseByHand } from './releases/service.ts'
import { receiptsContract } from './transfers/contract.ts'
import { listReceipts, recordReceipt, reverseReceipt } from './transfers/service.ts'

/** The calls for Amazon's payments. */
export const createReceiptRoutes = (deps: { reportTimeZone: string }) =>
  defineRoutes(receiptsContract, {
    'GET /api/v1/admin/receipts': ({ query }, context) => listReceipts(context, query, deps),
    'POST /api/v1/admin/receipts': ({ body }, context, { idempotencyKey }) =>
      recordReceipt(context, body, deps, idempotencyKey),
    'POST /api/v1/admin/receipts/:id/reverse': ({ params, body }, context) =>
      reverseReceipt(context, params.id, body, deps),
  })

/** The calls for releases of months, and for orders that Amazon has not paid. */
export const createReleaseRoutes = (deps: { reportTimeZone: string }) =>
  defineRoutes(releasesContract, {
    'POST /api/v1/admin/months/:marketplace/:month/release': ({ params, body }, context) =>
      releaseByHand(context, params, body, deps),
    'GET /api/v1/admin/months/:marketplace/:month/orders': ({ params, query }, context) =>
      listMonthOrders(context, params, query),
    'GET /api/v1/admin/unpaid-orders': ({ query }, context) => listUnpaidOrders(context, query),
    'POST /api/v1/admin/holds/:id/bear': ({ params, body }, context) =>
      bearOrder(context, params.id, body, deps),
  })

/** The calls for adjustments by hand. */
export const createAdjustmentRoutes = (deps: { reportTimeZone: string; aloneCents: number }) =>
  defineRoutes(adjustmentsContract, {
    'GET /api/v1/admin/adjustments': ({ query }, context) => listAdjustments(context, query),
    'POST /api/v1/admin/adjustments': ({ body }, context, { idempotencyKey }) =>
      makeAdjustment(context, body, deps, idempotencyKey),
  })

/** The calls for holds of payouts. */
export const holdRoutes = defineRoutes(holdsContract, {
  'GET /api/v1/admin/holds': ({ query }, context) => listHolds(context, query),
  'POST /api/v1/admin/holds': ({ body }, context) => setHold(context, body),
  'POST /api/v1/admin/holds/:id/end': ({ params, body }, context) => endHold(context, params.id, body),
})
