import type { FastifyInstance } from 'fastify'
import { authorizeFirst, type RouteEnvironment, registerRoutes } from '../platform/http/register.ts'
import { defineRoutes } from '../platform/http/route.ts'
import { ordersContract, pipelineFunctionsContract } from './contract.ts'
import { answerFunction, beginCalculating, beginImport, beginMatching } from './functions/service.ts'
import { findPipeline, findRun, type Runs, restartRun, startRun, stopRun } from './runs/service.ts'

type PipelineDependencies = {
  runs: Runs
  /** The associate tag of each marketplace. */
  tags: Record<string, string>
}

/** The calls for the pipeline and its runs. */
export const createPipelineRoutes = ({ runs, tags }: PipelineDependencies) =>
  defineRoutes(ordersContract, {
    'GET /api/v1/admin/pipeline': (_input, context) => findPipeline(context, { tags }),
    'POST /api/v1/admin/runs': ({ body }, context, { idempotencyKey }) =>
      startRun(context, runs, body.kind, idempotencyKey),
    'GET /api/v1/admin/runs/:id': ({ params }, context) => findRun(context, params.id),
    'POST /api/v1/admin/runs/:id/stop': ({ params }, context) => stopRun(context, params.id),
    'POST /api/v1/admin/runs/:id/restart': ({ params }, context, { idempotencyKey }) =>
      restartRun(context, runs, params.id, idempotencyKey),
  })

/** The longest text of a report in JSON. Longer ones are sent as files (`POST /api/v1/admin/imports`). */
const maxTextBytes = 64 * 1024 * 1024

const createFunctionRoutes = (runs: Runs) =>
  defineRoutes(pipelineFunctionsContract, {
    'POST /functions/v1/amazon-import': ({ body }, context, call) =>
      answerFunction(context, call, beginImport(context, runs, body.csvData, call.idempotencyKey)),
    'POST /functions/v1/commission-matcher': (_input, context, call) =>
      answerFunction(context, call, beginMatching(context, runs, call.idempotencyKey)),
    'POST /functions/v1/earnings-calculator': (_input, context, call) =>
      answerFunction(context, call, beginCalculating(context, runs, call.idempotencyKey)),
  })

/** Registers the pipeline's functions in a scope of their own, since a report's text may be long. */
export const registerPipelineFunctions = (
  app: FastifyInstance,
  { runs, ...environment }: RouteEnvironment & { runs: Runs },
) =>
  app.register(async (scope) => {
    // Authorized before the body is read, since it may be long.
    scope.addHook('onRequest', authorizeFirst({ access: 'admin', asksAgain: true }, environment))
    registerRoutes(scope, createFunctionRoutes(runs), environment, { bodyLimit: maxTextBytes })
  })
