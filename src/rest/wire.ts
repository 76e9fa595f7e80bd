import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { beginError, noteRefusal } from '../platform/http/errors.ts'
import { acceptJson } from '../platform/http/json-body.ts'
import { contextOf, type RouteEnvironment } from '../platform/http/register.ts'
import type { Route } from '../platform/http/route.ts'
import { AppError } from '../shared/errors.ts'
import { isOfCaller, notAllowed, RestError, restAnswer, unknownTable, unreadable } from './errors.ts'
import { registerProcedures } from './procedures/wire.ts'
import { registerTables, type TablesDeps } from './table-wire.ts'
import { isTable } from './tables.ts'

export type RestDeps = RouteEnvironment & TablesDeps & { procedures: Route[] }

/** A hundred rows with all their texts. */
const jsonLimitBytes = 1_000_000

/**
 * Mounts /rest/v1: table queries and procedures, as the official client sends them
 * (docs/product/calls.md#table-queries), in a scope of its own: its errors have a shape that the rest of the API does
 * not share.
 */
export async function restWire(app: FastifyInstance, { procedures, ...deps }: RestDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler(sendRestError)
    scope.removeAllContentTypeParsers()
    acceptJson(scope, jsonLimitBytes)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      requirePublicSchema(request)
      request.serviceContext = await callerOf(request, deps)
    })
    await registerProcedures(scope, procedures, deps)
    registerTables(scope, deps)
    for (const url of ['/rest/v1', '/rest/v1/*'])
      scope.all(url, { schema: { hide: true } }, async (request) => {
        throw refusalOf(request)
      })
  })
}

/** What no route answers: a change of a table that nobody makes, or an unknown table. */
function refusalOf({ url, method }: FastifyRequest): RestError {
  const name = url.split('?')[0]?.slice('/rest/v1/'.length) ?? ''
  if (isTable(name)) return notAllowed(name)
  // Without a body the client takes 404 for an empty answer.
  return method === 'HEAD' ? unreadable(`There is no table ${name}.`) : unknownTable(name)
}

function requirePublicSchema({ headers }: FastifyRequest): void {
  for (const name of ['accept-profile', 'content-profile'])
    if (headers[name] !== undefined && headers[name] !== 'public')
      throw new RestError({
        status: 406,
        code: 'PGRST106',
        message: 'The schema must be one of the following: public',
      })
}

/** Who asks. A client without a session sends its public key as the token too; any other token must be good. */
async function callerOf({ headers }: FastifyRequest, environment: RouteEnvironment): Promise<Context> {
  const { authorization, apikey } = headers
  const isNobody = typeof apikey === 'string' && authorization === `Bearer ${apikey}`
  const context = await contextOf(isNobody ? undefined : authorization, environment)
  if (authorization && !isNobody && !context.actor && !context.awaiting)
    throw new RestError({
      status: 401,
      code: 'PGRST301',
      message: 'The access token is not valid, or has expired.',
    })
  return context
}

/** This wire's one way to answer a failure: `{code, details, hint, message}`. */
function sendRestError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isRefused = isOfCaller(error) && !(error instanceof AppError)
  const failure = beginError(
    isRefused ? new AppError('malformed_request', (error as Error).message) : error,
    request,
    reply,
  )
  noteRefusal(failure, request)
  const { status, code, message, details = null, hint = null } = restAnswer(error, failure)
  // Who may do more signed in is told to sign in.
  const isForNobody = code === '42501' && !request.serviceContext?.actor
  return reply.code(isForNobody ? 401 : status).send({ code, details, hint, message })
}
