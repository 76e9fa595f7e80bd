import { defineRoutes } from '../../platform/http/route.ts'
import type { RunDeps } from '../runs/due.ts'
import { creatorsContract } from './contract.ts'
import {
  listCreatorOrders,
  listCreatorPayouts,
  listCreators,
  listDeletedAccounts,
  readBalance,
} from './service.ts'

/** The calls for the money of creators. */
export const createCreatorRoutes = (deps: RunDeps) =>
  defineRoutes(creatorsContract, {
    'GET /api/v1/admin/creators': ({ query }, context) => listCreators(context, query, deps),
    'GET /api/v1/admin/deleted-accounts': ({ query }, context) => listDeletedAccounts(context, query, deps),
    'GET /api/v1/admin/balances/:username': ({ params }, context) =>
      readBalance(context, params.username, deps),
    'GET /api/v1/admin/creators/:username/orders': ({ params, query }, context) =>
      listCreatorOrders(context, params.username, query, deps),
    'GET /api/v1/admin/creators/:username/payouts': ({ params, query }, context) =>
      listCreatorPayouts(context, params.username, query),
  })
