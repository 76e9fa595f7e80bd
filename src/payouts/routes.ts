import { defineRoutes } from '../platform/http/route.ts'
import { receiptsContract } from './contract.ts'
import { listReceipts, recordReceipt, reverseReceipt } from './service.ts'

/** The calls for what Amazon has paid. */
export const createReceiptRoutes = (deps: { reportTimeZone: string }) =>
  defineRoutes(receiptsContract, {
    'GET /api/v1/admin/receipts': ({ query }, context) => listReceipts(context, query, deps),
    'POST /api/v1/admin/receipts': ({ body }, context, { idempotencyKey }) =>
      recordReceipt(context, body, deps, idempotencyKey),
    'POST /api/v1/admin/receipts/:id/reverse': ({ params, body }, context) =>
      reverseReceipt(context, params.id, body),
  })
