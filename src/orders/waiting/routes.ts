import { defineRoutes } from '../../platform/http/route.ts'
import { waitingOrdersContract } from './contract.ts'
import { listWaitingOrders } from './service.ts'

/** The call for orders that wait for a rate. */
export const waitingOrderRoutes = defineRoutes(waitingOrdersContract, {
  'GET /api/v1/me/orders/waiting': ({ query }, context) => listWaitingOrders(context, query),
})
