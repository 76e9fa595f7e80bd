import { defineRoutes } from '../../platform/http/route.ts'
import { checkpointMailsContract, checkpointsContract } from './contract.ts'
import { readMails, setMails } from './mails.ts'
import { listCheckpoints, proveConsistency } from './reading.ts'

/** The calls about the log of the ledger. */
export const checkpointRoutes = defineRoutes(checkpointsContract, {
  'GET /api/v1/ledger/checkpoints': ({ query }, context) => listCheckpoints(context, query),
  'GET /api/v1/ledger/consistency': ({ query }, context) => proveConsistency(context, query),
})

/** The calls about an admin's mails of checkpoints. */
export const checkpointMailsRoutes = defineRoutes(checkpointMailsContract, {
  'GET /api/v1/admin/checkpoint-mails': (_input, context) => readMails(context),
  'PUT /api/v1/admin/checkpoint-mails': ({ body }, context) => setMails(context, body),
})
