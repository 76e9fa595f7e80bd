import type { FastifyInstance } from 'fastify'
import { requireAdmin } from '../../platform/context.ts'
import { contextOf, type RouteEnvironment, registerRoutes } from '../../platform/http/register.ts'
import { defineRoutes } from '../../platform/http/route.ts'
import { pipelineFunctionsContract } from '../contract.ts'
import type { Runs } from '../runs/service.ts'
import { answerFunction, beginCalculating, beginImport, beginMatching } from './service.ts'

/** The longest text of a report in JSON. Longer ones are sent as files (`POST /api/v1/admin/imports`). */
const maxTextBytes = 64 * 1024 * 1024

const createFunctionRoutes = (runs: Runs) =>
  defineRoutes(pipelineFunctionsContract, {
    'POST /functions/v1/amazon-import': ({ body }, context, call) =>
      answerFunction(context, call, beginImport(context, runs, body.csvData)),
    'POST /functions/v1/commission-matcher': (_input, context, call) =>
      answerFunction(context, call, beginMatching(context, runs)),
    'POST /functions/v1/earnings-calculator': (_input, context, call) =>
      answerFunction(context, call, beginCalculating(context, runs)),
  })

/** Mounts the pipeline's functions in a scope of their own: a report's text may be long. */
export const registerPipelineFunctions = (
  app: FastifyInstance,
  { runs, ...environment }: RouteEnvironment & { runs: Runs },
) =>
  app.register(async (scope) => {
    // No long text is read before it is known whose it is.
    scope.addHook('onRequest', async (request) => {
      request.serviceContext = await contextOf(request.headers.authorization, environment)
      requireAdmin(request.serviceContext)
    })
    registerRoutes(scope, createFunctionRoutes(runs), environment, { bodyLimit: maxTextBytes })
  })
