import { defineRoutes } from '../../platform/http/route.ts'
import type { LedgerOptions } from '../reading/serialize.ts'
import { feesContract } from './contract.ts'
import { listFees, readOwnFee, setGeneralFee, setOwnFee, takeFeeBack } from './service.ts'

/** The calls about the platform's fee. */
export const createFeeRoutes = (deps: LedgerOptions) =>
  defineRoutes(feesContract, {
    'GET /api/v1/me/fee': (_input, context) => readOwnFee(context, deps),
    'GET /api/v1/admin/fees': ({ query }, context) => listFees(context, query, deps),
    'POST /api/v1/admin/fees': ({ body }, context, { idempotencyKey }) =>
      setGeneralFee(context, body, deps, idempotencyKey),
    'POST /api/v1/admin/payees/:id/fees': ({ params, body }, context, { idempotencyKey }) =>
      setOwnFee(context, params.id, body, deps, idempotencyKey),
    'POST /api/v1/admin/fees/:id/take-back': ({ params, body }, context) =>
      takeFeeBack(context, params.id, body, deps),
  })
