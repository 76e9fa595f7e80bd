import { defineRoutes } from '../../platform/http/route.ts'
import { payoutBatchesContract } from './contract.ts'
import { listBatches, type ProviderDeps, sendRun } from './service.ts'

/** The calls for paying by a provider's API. */
export const createPayoutBatchRoutes = (deps: ProviderDeps) =>
  defineRoutes(payoutBatchesContract, {
    'GET /api/v1/admin/payout-runs/:id/batches': ({ params }, context) =>
      listBatches(context, params.id, deps),
    'POST /api/v1/admin/payout-runs/:id/send': ({ params, body }, context) =>
      sendRun(context, params.id, body, deps),
  })
