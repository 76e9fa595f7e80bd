import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { authorizeFirst, type RouteEnvironment, registerRoutes } from '../../platform/http/register.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Endpoint } from '../../shared/contract.ts'
import { type Asked, callOf, readAsked, refuseColumns, sendRows } from '../answering.ts'
import { RestError, unreadable } from '../errors.ts'
import { parsed } from '../writing/rows.ts'
import { modified, requireColumns } from './modifying.ts'

const prefix = 'POST /rest/v1/rpc/'

/** Whether a route is a procedure's. */
export const isProcedure = ({ key }: Route): boolean => key.startsWith(prefix)

type ProcedureRequest = FastifyRequest<{ Params: { name: string } }>

/**
 * Mounts the procedures. `select`, filters, order, limits, counts and single objects work on what they answer; those
 * that only read answer GET and HEAD too.
 */
export async function registerProcedures(
  scope: FastifyInstance,
  routes: Route[],
  environment: RouteEnvironment,
): Promise<void> {
  await scope.register(async (inner) => {
    const askedBy = new WeakMap<FastifyRequest, Asked>()
    // Before anything is done, so that a question that cannot be answered changes nothing.
    inner.addHook('preHandler', async (request) => {
      const asked = readAsked(request, [])
      requireAnswerable(asked, request.routeOptions.config.endpoint as Endpoint)
      askedBy.set(request, asked)
    })
    inner.addHook('preSerialization', async (request, reply, answer) => {
      const asked = askedBy.get(request)
      if (!asked || !Array.isArray(answer) || !isModified(asked)) return answer
      const text = sendModified(reply, asked, answer)
      reply.serializer(() => text)
      return answer
    })
    registerRoutes(inner, routes, environment)
  })
  const byName = new Map(routes.map((route) => [route.key.slice(prefix.length), route]))
  const get = (request: ProcedureRequest, reply: FastifyReply) =>
    callByGet(request, reply, byName, environment)
  scope.get<{ Params: { name: string } }>(
    '/rest/v1/rpc/:name',
    { exposeHeadRoute: false, schema: { hide: true } },
    get,
  )
  scope.head<{ Params: { name: string } }>('/rest/v1/rpc/:name', { schema: { hide: true } }, get)
}

async function callByGet(
  request: ProcedureRequest,
  reply: FastifyReply,
  routes: Map<string, Route>,
  environment: RouteEnvironment,
): Promise<string> {
  const { name } = request.params
  const route = routes.get(name)
  if (!route)
    throw new RestError({
      status: request.method === 'HEAD' ? 400 : 404,
      code: 'PGRST202',
      message: `Could not find the function public.${name} in the schema cache`,
    })
  if (!name.startsWith('get_'))
    throw new RestError({
      status: 405,
      code: '25006',
      message: `${name} changes something: call it with POST.`,
    })
  await authorizeFirst(route.endpoint, environment)(request)
  const body = route.endpoint.body as z.ZodObject
  const asked = readAsked(request, Object.keys(body.shape))
  requireAnswerable(asked, route.endpoint)
  const input = { body: parsed(body, asked.given) }
  const answer = await route.handler(input as never, request.serviceContext as Context, callOf(request))
  return sendModified(reply, asked, answer as Record<string, unknown>[])
}

/** Throws for what the answer of a procedure does not have: columns, or rows at all. */
function requireAnswerable(asked: Asked, { response }: Endpoint): void {
  refuseColumns(asked)
  if (response instanceof z.ZodArray)
    requireColumns(asked.address.query, Object.keys((response.element as z.ZodObject).shape))
  else if (asksOfRows(asked)) throw unreadable('This procedure answers no rows.')
}

const asksOfRows = ({ address: { query }, preferences }: Asked): boolean =>
  query.select.some(({ is }) => is !== 'all') ||
  query.where.length > 0 ||
  query.order.length > 0 ||
  query.limit !== undefined ||
  query.offset > 0 ||
  preferences.isCounted

const isModified = (asked: Asked): boolean =>
  asksOfRows(asked) || asked.accepted.isObject || asked.accepted.areNullsStripped

function sendModified(reply: FastifyReply, asked: Asked, answer: Record<string, unknown>[]): string {
  const { rows, total } = modified(answer, asked.address.query)
  const shown = asked.accepted.areNullsStripped ? rows.map(withoutNulls) : rows
  return sendRows(reply, asked, {
    body: JSON.stringify(shown),
    rows: rows.length,
    total: asked.preferences.isCounted ? total : null,
  })
}

const withoutNulls = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
