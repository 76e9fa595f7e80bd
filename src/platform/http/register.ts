import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteShorthandOptions } from 'fastify'
import type { Kysely } from 'kysely'
import type { Endpoint } from '../../shared/contract.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'
import {
  type Actor,
  type Bearer,
  type Caller,
  type Context,
  requireAdmin,
  requireFreshProof,
  requireUser,
} from '../context.ts'
import type { Pipelined } from '../database/pipelined.ts'
import type { DB } from '../database/schema.ts'
import type { Standbys } from '../database/standbys.ts'
import { securityEvent } from '../security-events.ts'
import { noteRefusal } from './errors.ts'
import { inputSchemaOf } from './reference/described.ts'
import { idempotencyKeyOf } from './request-headers.ts'
import type { Call, Route } from './route.ts'

type Authenticate = (context: Context, accessToken: string) => Promise<Caller>

/** For calls that take no token. */
export const seeNobody: Authenticate = async () => ({ actor: null })

/** How calls are read for the bearer of a token while it is being checked who that is (decision 95). */
type EarlyReads = {
  pipelined: Pipelined
  /** Whom an access token names, by its signature and times alone. */
  bearerOf(context: Context, accessToken: string): Promise<Bearer | null>
  /** Who that is now, read from the primary. */
  authenticateBearer(context: Context, bearer: Bearer): Promise<Caller>
}

export type RouteEnvironment = {
  db: Kysely<DB>
  /** Where there are any, they answer nobody in particular what may be late. */
  standbys?: Standbys | undefined
  clock: Clock
  authenticate: Authenticate
  /** Calls that may be read early are, where this is given. */
  early?: EarlyReads
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the handler of this request works in; null before the caller is known, which an earlier hook may find. */
    serviceContext: Context | null
    /** Who presents a good token, where the call is read while it is being checked who that is. */
    bearer: Bearer | null
  }
}

/**
 * Mounts each route: authorize, parse by its contract, act, present. The caller is checked before the input, so that
 * who may not call learns nothing of what a call takes. `options` are those of calls whose bodies may be long.
 */
export function registerRoutes(
  app: FastifyInstance,
  routes: Route[],
  environment: RouteEnvironment,
  options: Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> = {},
) {
  for (const { key, endpoint, handler } of routes) {
    const [method, url] = key.split(' ') as [HTTPMethods, string]
    const authorizing = authorizeFirst(endpoint, environment)
    const early = endpoint.readsEarly && environment.early
    app.route({
      ...options,
      method,
      url,
      config: { ...options.config, endpoint },
      schema: inputSchemaOf(endpoint),
      preValidation: early ? findBearer(early, endpoint, environment, authorizing) : authorizing,
      // The caller of a call that is read early is not known yet, and is to be refused before the input.
      attachValidation: early !== undefined,
      handler: async (request, reply) => {
        const { method, headers, ip: address, log } = request
        const sentKey = endpoint.creates && idempotencyKeyOf(headers)
        const idempotencyKey = sentKey ? { call: key, key: sentKey } : undefined
        const call: Call = { method, headers, idempotencyKey, address, log, reply }
        const handle = async (context: Context) => handler(request as never, context, call)
        const mayLag = endpoint.lags && !headers.authorization && environment.standbys
        const answerNow = async () => {
          await authorizing(request)
          if (request.validationError) throw request.validationError
          const context = request.serviceContext as Context
          return mayLag ? mayLag.read((db) => handle({ ...context, db })) : handle(context)
        }
        const answer =
          early && request.bearer && !request.validationError
            ? await answerEarly(early, request, environment, { handle, answerNow })
            : await answerNow()
        const context = request.serviceContext as Context
        noteAct(key, endpoint, context, call)
        if (reply.sent) return reply
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
        // A handler may have said another.
        if (endpoint.status && reply.statusCode === 200) reply.code(endpoint.status)
        return endpoint.status === 204 ? undefined : answer
      },
    })
  }
}

/** A hook that finds out whom the caller's token names; who has none is authorized at once. */
const findBearer =
  (
    early: EarlyReads,
    { readsEarly }: Endpoint,
    environment: RouteEnvironment,
    authorizing: (request: FastifyRequest) => Promise<void>,
  ) =>
  async (request: FastifyRequest): Promise<void> => {
    const isExcepted = typeof readsEarly === 'object' && readsEarly.unless in (request.query as object)
    const token = isExcepted ? undefined : tokenOf(request.headers.authorization)
    request.bearer = token ? await early.bearerOf(nobodyIn(environment), token) : null
    if (!request.bearer) await authorizing(request)
  }

/** The answer for the bearer, read while it is checked who that is; for a caller who is not as presumed read again. */
async function answerEarly(
  early: EarlyReads,
  request: FastifyRequest,
  environment: RouteEnvironment,
  {
    handle,
    answerNow,
  }: { handle: (context: Context) => Promise<unknown>; answerNow: () => Promise<unknown> },
): Promise<unknown> {
  const context = nobodyIn(environment)
  const { caller, reading } = await readEarly(early, context, request.bearer as Bearer, handle)
  request.serviceContext = { ...context, ...caller }
  if (!reading) return answerNow()
  if (reading.status === 'rejected') throw reading.reason
  return reading.value
}

/**
 * Who the bearer is, and what was read for them in the same round trip. Nothing was where the caller is not who was
 * presumed: nobody any more, somebody with a step to show, or an admin, who may see more.
 */
async function readEarly<T>(
  { pipelined, authenticateBearer }: EarlyReads,
  context: Context,
  bearer: Bearer,
  read: (context: Context) => Promise<T>,
): Promise<{ caller: Caller; reading?: PromiseSettledResult<T> }> {
  const [check, reading] = await pipelined((db) =>
    Promise.allSettled([
      authenticateBearer({ ...context, db }, bearer),
      read({ ...context, db, actor: presumed(bearer) }),
    ]),
  )
  if (check.status === 'rejected') throw check.reason
  const { actor } = check.value
  const isAsPresumed = actor?.userId === bearer.userId && actor.role === 'user'
  return { caller: check.value, ...(isAsPresumed && { reading }) }
}

const presumed = ({ userId, sessionId }: Bearer): Actor => ({
  userId,
  sessionId,
  role: 'user',
  get assurance() {
    return unknownYet()
  },
  get isUnproven() {
    return unknownYet()
  },
})

function unknownYet(): never {
  throw new Error('Of the caller only the id is known before the check: this call cannot be `readsEarly`.')
}

/** Logs that an admin did something; what it was done to is in the audit log. */
function noteAct(call: string, { access }: Endpoint, { actor }: Context, { method, log, address }: Call) {
  if (access !== 'admin' || method === 'GET') return
  securityEvent(log, 'admin_act', { call, user: actor?.userId, session: actor?.sessionId, from: address })
}

/** What a call works in: with the caller that its Authorization header names, or with none. */
export async function contextOf(
  authorization: string | undefined,
  environment: RouteEnvironment,
): Promise<Context> {
  const context = nobodyIn(environment)
  const token = tokenOf(authorization)
  return token ? { ...context, ...(await environment.authenticate(context, token)) } : context
}

const nobodyIn = ({ db, clock }: RouteEnvironment): Context => ({ db, clock, actor: null })

const tokenOf = (authorization: string | undefined) => /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]

/** A hook that finds out who is calling, unless an earlier one has, and refuses who may not call. */
export const authorizeFirst =
  (endpoint: Pick<Endpoint, 'access' | 'asksAgain'>, environment: RouteEnvironment) =>
  async (request: FastifyRequest): Promise<void> => {
    const context = request.serviceContext ?? (await contextOf(request.headers.authorization, environment))
    request.serviceContext = context
    try {
      authorize(endpoint, context)
    } catch (error) {
      // To others an admin's call does not exist: the answer is that of any wrong address.
      const failure = error as AppError
      if (failure.code === 'not_found') noteRefusal({ status: 404, code: 'forbidden' }, request)
      throw error
    }
  }

/** The first of two gates: the service repeats it, because services are also called from elsewhere. */
function authorize(endpoint: Pick<Endpoint, 'access' | 'asksAgain'>, context: Context) {
  if (endpoint.access === 'user') requireUser(context)
  if (endpoint.access === 'admin') requireAdmin(context)
  if (endpoint.asksAgain) requireFreshProof(context)
}
