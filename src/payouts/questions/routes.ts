import { defineRoutes } from '../../platform/http/route.ts'
import type { RateLimiter } from '../../platform/limits/rate-limit.ts'
import { ownQuestionsContract, questionsContract } from './contract.ts'
import {
  answer,
  ask,
  listOwnQuestions,
  listQuestions,
  readOwnQuestion,
  readQuestion,
  seeAnswer,
} from './service.ts'

/** The calls for questions about rows of the ledger. `limit`: how often a person may write. */
export const createQuestionRoutes = (deps: { reportTimeZone: string; limit: RateLimiter }) => [
  ...defineRoutes(ownQuestionsContract, {
    'GET /api/v1/me/questions': ({ query }, context) => listOwnQuestions(context, query, deps),
    'GET /api/v1/me/ledger/:id/question': async ({ params }, context) => ({
      question: await readOwnQuestion(context, params.id, deps),
    }),
    'POST /api/v1/me/ledger/:id/question': ({ params, body }, context, { idempotencyKey }) =>
      ask(context, params.id, body, deps, idempotencyKey),
    'POST /api/v1/me/ledger/:id/question/seen': async ({ params }, context) => {
      await seeAnswer(context, params.id)
      return undefined
    },
  }),
  ...defineRoutes(questionsContract, {
    'GET /api/v1/admin/questions': ({ query }, context) => listQuestions(context, query, deps),
    'GET /api/v1/admin/questions/:id': ({ params }, context) => readQuestion(context, params.id, deps),
    'POST /api/v1/admin/questions/:id/answer': ({ params, body }, context) =>
      answer(context, params.id, body, deps),
  }),
]
