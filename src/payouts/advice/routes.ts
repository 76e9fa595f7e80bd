import { defineRoutes } from '../../platform/http/route.ts'
import type { PayoutKey } from '../details/payout-key.ts'
import { adviceContract } from './contract.ts'
import { readAdvice, readOwnAdvice } from './service.ts'

/** The calls for remittance advices. */
export const createAdviceRoutes = (deps: { key: PayoutKey; reportTimeZone: string }) =>
  defineRoutes(adviceContract, {
    'GET /api/v1/me/payouts/:id/advice': ({ params, query }, context) =>
      readOwnAdvice(context, params.id, query, deps),
    'GET /api/v1/admin/payout-lines/:id/advice': ({ params, query }, context) =>
      readAdvice(context, params.id, query, deps),
  })
