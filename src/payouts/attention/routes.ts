import { defineRoutes } from '../../platform/http/route.ts'
import type { RunDeps } from '../runs/due.ts'
import { attentionContract } from './contract.ts'
import { answerLine, listAttention } from './service.ts'

/** The calls for providers' reports that do not agree. */
export const createAttentionRoutes = (deps: RunDeps) =>
  defineRoutes(attentionContract, {
    'GET /api/v1/admin/payout-runs/:id/attention': ({ params, query }, context) =>
      listAttention(context, params.id, query),
    'POST /api/v1/admin/payout-lines/:id/answer': ({ params, body }, context) =>
      answerLine(context, params.id, body, deps),
  })
