import { defineRoutes } from '../../platform/http/route.ts'
import { flagsContract } from './contract.ts'
import { listFlags, seeFlag } from './service.ts'

/** The calls for creators with unusual figures. */
export const flagRoutes = defineRoutes(flagsContract, {
  'GET /api/v1/admin/flags': ({ query }, context) => listFlags(context, query),
  'POST /api/v1/admin/flags/:id/seen': ({ params, body }, context) => seeFlag(context, params.id, body),
})
