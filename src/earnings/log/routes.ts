import { defineRoutes } from '../../platform/http/route.ts'
import { checkpointsContract } from './contract.ts'
import { listCheckpoints, proveConsistency } from './reading.ts'

/** The calls about the log of the ledger. */
export const checkpointRoutes = defineRoutes(checkpointsContract, {
  'GET /api/v1/ledger/checkpoints': ({ query }, context) => listCheckpoints(context, query),
  'GET /api/v1/ledger/consistency': ({ query }, context) => proveConsistency(context, query),
})
