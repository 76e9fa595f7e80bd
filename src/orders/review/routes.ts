import { defineRoutes, type Route } from '../../platform/http/route.ts'
import { acceptOrder } from './acceptance.ts'
import { assigningContract } from './assigning-contract.ts'
import { assignOrder, assignOrders, unassignOrder } from './assignment.ts'
import { listCandidates } from './candidates.ts'
import { adminOrdersContract } from './contract.ts'
import { decideGroup, decideOrder, findReviewEvidence, listReviews } from './deciding.ts'
import { decideDisagreements, listDisagreements } from './disagreements.ts'
import { changeDuplicate } from './duplicates.ts'
import { findOrder, type ReviewSettings } from './orders.ts'
import { answerReturn } from './whose-return/answering.ts'

export const createReviewRoutes = (settings: ReviewSettings): Route[] =>
  defineRoutes(adminOrdersContract, {
    'GET /api/v1/admin/orders/:id': ({ params }, context) => findOrder(context, settings, params.id),
    'PUT /api/v1/admin/orders/:id/match': ({ params, body }, context) =>
      assignOrder(context, settings, params.id, body),
    'DELETE /api/v1/admin/orders/:id/match': ({ params, body }, context) =>
      unassignOrder(context, settings, params.id, body),
    'POST /api/v1/admin/orders/:id/accept': ({ params, body }, context) =>
      acceptOrder(context, settings, params.id, body),
    'POST /api/v1/admin/orders/:id/decision': ({ params, body }, context) =>
      decideOrder(context, settings, params.id, body),
    'PUT /api/v1/admin/orders/:id/purchase': ({ params, body }, context) =>
      answerReturn(context, settings, params.id, body),
    'PUT /api/v1/admin/orders/:id/duplicate': ({ params, body }, context) =>
      changeDuplicate(context, settings, params.id, body),
    'GET /api/v1/admin/reviews': (_, context) => listReviews(context),
    'GET /api/v1/admin/reviews/evidence': ({ query }, context) =>
      findReviewEvidence(context, settings, query),
    'POST /api/v1/admin/reviews/decision': ({ body }, context) => decideGroup(context, settings, body),
    'GET /api/v1/admin/disagreements': (_, context) => listDisagreements(context),
    'POST /api/v1/admin/disagreements/decision': ({ body }, context) =>
      decideDisagreements(context, settings, body),
  })

/** The calls that name products for orders, and assign several at once. */
export const createAssigningRoutes = (settings: ReviewSettings): Route[] =>
  defineRoutes(assigningContract, {
    'GET /api/v1/admin/orders/:id/candidates': ({ params, query }, context) =>
      listCandidates(context, settings, params.id, query.product_ref),
    'PUT /api/v1/admin/order-matches': ({ body }, context) => assignOrders(context, settings, body),
  })
