import { defineRoutes } from '../../platform/http/route.ts'
import type { PayoutKey } from '../details/payout-key.ts'
import { payoutYearsContract } from './contract.ts'
import { fetchYear, listOwnYears, listYears } from './service.ts'

/** The calls for what was paid in a year. */
export const createPayoutYearRoutes = (deps: { key: PayoutKey }) =>
  defineRoutes(payoutYearsContract, {
    'GET /api/v1/me/payout-years': (_input, context) => listOwnYears(context),
    'GET /api/v1/admin/payout-years': (_input, context) => listYears(context),
    'POST /api/v1/admin/payout-years/:year/fetch': ({ params }, context) => fetchYear(context, params, deps),
  })
