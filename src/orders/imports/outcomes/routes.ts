import { defineRoutes } from '../../../platform/http/route.ts'
import { outcomesContract } from './contract.ts'
import { findWaitingReturns, listProblems, listRows } from './rows.ts'
import { findUndoing } from './undoing.ts'

/** The calls for an import's rows, and for what undoing it would change. */
export const outcomeRoutes = defineRoutes(outcomesContract, {
  'GET /api/v1/admin/imports/:id/rows': ({ params, query }, context) => listRows(context, params.id, query),
  'GET /api/v1/admin/imports/:id/problems': ({ params, query }, context) =>
    listProblems(context, params.id, query),
  'GET /api/v1/admin/waiting-returns': (_input, context) => findWaitingReturns(context),
  'GET /api/v1/admin/imports/:id/undoing': ({ params }, context) => findUndoing(context, params.id),
})
