import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteShorthandOptions } from 'fastify'
import type { Kysely } from 'kysely'
import type { Endpoint } from '../../shared/contract.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'
import { type Context, type Principal, requireAdmin, requireFreshProof, requireUser } from '../context.ts'
import type { DB } from '../database/schema.ts'
import type { Standbys } from '../database/standbys.ts'
import { securityEvent } from '../security-events.ts'
import { noteRefusal } from './errors.ts'
import { inputSchemaOf } from './reference/described.ts'
import { idempotencyKeyOf } from './request-headers.ts'
import type { Call, Route } from './route.ts'

type Authenticate = (context: Context, accessToken: string) => Promise<Principal>

/** For calls that take no token. */
export const seeNobody: Authenticate = async () => ({ actor: null })

export type RouteEnvironment = {
  db: Kysely<DB>
  /** If there are any, they answer anonymous calls whose answers may be late. */
  standbys?: Standbys | undefined
  clock: Clock
  authenticate: Authenticate
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of this request's handler; null before the caller is known, which an earlier hook may find out. */
    serviceContext: Context | null
  }
}

/**
 * Mounts each route: authorize, parse by its contract, act, serialize. The caller is checked before the input, so that
 * people who may not call learn nothing about its input. `options` apply to calls whose bodies may be long.
 */
export function registerRoutes(
  app: FastifyInstance,
  routes: Route[],
  environment: RouteEnvironment,
  options: Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> = {},
) {
  for (const { key, endpoint, handler } of routes) {
    const [method, url] = key.split(' ') as [HTTPMethods, string]
    app.route({
      ...options,
      method,
      url,
      config: { ...options.config, endpoint },
      schema: inputSchemaOf(endpoint),
      preValidation: authorizeFirst(endpoint, environment),
      handler: async (request, reply) => {
        const { method, headers, ip: address, log } = request
        const sentKey = endpoint.creates && idempotencyKeyOf(headers)
        const idempotencyKey = sentKey ? { call: key, key: sentKey } : undefined
        const call: Call = { method, headers, idempotencyKey, address, log, reply }
        const context = request.serviceContext as Context
        const handle = (db: Kysely<DB>) => handler(request as never, { ...context, db }, call)
        const mayLag = endpoint.lags && !headers.authorization && environment.standbys
        const answer = await (mayLag ? mayLag.read(handle) : handle(context.db))
        noteAct(key, endpoint, context, call)
        if (reply.sent) return reply
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
        // The handler may have set another status.
        if (endpoint.status && reply.statusCode === 200) reply.code(endpoint.status)
        return endpoint.status === 204 ? undefined : answer
      },
    })
  }
}

/** Logs that an admin acted; the audit log has the subject. */
function noteAct(call: string, { access }: Endpoint, { actor }: Context, { method, log, address }: Call) {
  if (access !== 'admin' || method === 'GET') return
  securityEvent(log, 'admin_act', { call, user: actor?.userId, session: actor?.sessionId, from: address })
}

/** The context of a call: with the caller that its Authorization header names, or with none. */
export async function contextOf(
  authorization: string | undefined,
  { db, clock, authenticate }: RouteEnvironment,
): Promise<Context> {
  const context: Context = { db, clock, actor: null }
  const token = /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  return token ? { ...context, ...(await authenticate(context, token)) } : context
}

/** A hook that finds out who is calling, unless an earlier one has, and refuses callers without permission. */
export const authorizeFirst =
  (endpoint: Pick<Endpoint, 'access' | 'asksAgain'>, environment: RouteEnvironment) =>
  async (request: FastifyRequest): Promise<void> => {
    const context = request.serviceContext ?? (await contextOf(request.headers.authorization, environment))
    request.serviceContext = context
    try {
      authorize(endpoint, context)
    } catch (error) {
      // To others an admin's call does not exist: they get the answer of any wrong address.
      const failure = error as AppError
      if (failure.code === 'not_found') noteRefusal({ status: 404, code: 'forbidden' }, request)
      throw error
    }
  }

/** The first of two checks: the service repeats it, because services are also called from elsewhere. */
function authorize(endpoint: Pick<Endpoint, 'access' | 'asksAgain'>, context: Context) {
  if (endpoint.access === 'user') requireUser(context)
  if (endpoint.access === 'admin') requireAdmin(context)
  if (endpoint.asksAgain) requireFreshProof(context)
}
