import { defineRoutes } from '../../platform/http/route.ts'
import type { PayoutKey } from '../details/payout-key.ts'
import { leavingContract } from './contract.ts'
import { claimOwn, listClaims, readLeaving } from './service.ts'

/** The calls for balances of people who leave. */
export const createLeavingRoutes = (deps: { key: PayoutKey; reportTimeZone: string }) =>
  defineRoutes(leavingContract, {
    'GET /api/v1/me/leaving': (_input, context) => readLeaving(context, deps),
    'GET /api/v1/me/claims': (_input, context) => listClaims(context, deps),
    'POST /api/v1/me/claims': (_input, context) => claimOwn(context, deps),
  })
