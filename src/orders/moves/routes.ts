import { defineRoutes, type Route } from '../../platform/http/route.ts'
import { movesContract } from './contract.ts'
import { listMoves, moveOrders } from './service.ts'

/** The calls for orders that move to another month. */
export const createMoveRoutes = (settings: { reportTimeZone: string }): Route[] =>
  defineRoutes(movesContract, {
    'GET /api/v1/admin/months/moves': (_input, context) => listMoves(context, settings),
    'POST /api/v1/admin/months/moves': ({ body }, context) => moveOrders(context, body, settings),
  })
