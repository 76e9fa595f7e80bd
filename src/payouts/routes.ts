import { defineRoutes } from '../platform/http/route.ts'
import { adjustmentsContract } from './adjustments/contract.ts'
import { listAdjustments, makeAdjustment } from './adjustments/service.ts'
import { holdsContract } from './holds/contract.ts'
import { endHold, listHolds, setHold } from './holds/service.ts'
import { releaseByHand } from './releases/service.ts'
import { receiptsContract } from './transfers/contract.ts'
import { listReceipts, recordReceipt, reverseReceipt } from './transfers/service.ts'

/** The calls for what Amazon has paid. */
export const createReceiptRoutes = (deps: { reportTimeZone: string }) =>
  defineRoutes(receiptsContract, {
    'GET /api/v1/admin/receipts': ({ query }, context) => listReceipts(context, query, deps),
    'POST /api/v1/admin/receipts': ({ body }, context, { idempotencyKey }) =>
      recordReceipt(context, body, deps, idempotencyKey),
    'POST /api/v1/admin/receipts/:id/reverse': ({ params, body }, context) =>
      reverseReceipt(context, params.id, body),
    'POST /api/v1/admin/months/:marketplace/:month/release': ({ params, body }, context) =>
      releaseByHand(context, params, body, deps),
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
