import { defineRoutes } from '../../platform/http/route.ts'
import { runOrdersContract } from './contract.ts'
import { listRunOrders } from './service.ts'

/** The call for the orders behind a run’s numbers. */
export const runOrderRoutes = defineRoutes(runOrdersContract, {
  'GET /api/v1/admin/runs/:id/orders': ({ params, query }, context) =>
    listRunOrders(context, params.id, query),
})
