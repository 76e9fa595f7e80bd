import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { AppError } from '../../shared/errors.ts'
import { hourMs, minuteMs } from '../../shared/time.ts'
import { measureRequests } from '../metrics/requests.ts'
import { addressMark } from '../security-events.ts'
import { isTracing } from '../telemetry/spans.ts'
import { traceFields } from '../telemetry/trace.ts'
import { beginTrace, traceRequests } from '../telemetry/trace-requests.ts'
import { checkedJson } from './answer-check.ts'
import { type NameRoute, pathOf, watchAnswers } from './answered.ts'
import { cutSlowReaders, limitConnections, limitRequests, type Patience } from './connections.ts'
import { sendError, unreadableTarget } from './errors.ts'
import { type Overload, shedCalls } from './overload.ts'
import { answersOf } from './reference/described.ts'
import { registerReference } from './reference/reference.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { RequestLog } from './request-log.ts'

type HttpOptions = {
  appName: string
  siteUrl: string
  trustProxy: number | boolean
  log: FastifyBaseLogger
  /** In tests every answer is checked against its contract; in service the types suffice and JSON is faster. */
  checkResponses: boolean
  /** Whether browsers must use https for hosts below the site's, too. */
  hstsSubdomains?: boolean
  /** Whether the API's reference and OpenAPI document are served. */
  apiReference?: boolean
  /**
   * How many connections an address prefix may have at a time, unless a proxy is trusted, and how many requests under
   * way; 0 means no limit.
   */
  connectionsPerAddress?: number
  /** How requests without a route, such as those of pages, are named in metrics and log. */
  nameRoute?: NameRoute
  /** Whether requests are counted and timed. */
  measure?: boolean
  /** Whether each request gets a line in the log. */
  accessLog?: boolean
  /** How slow readers may be, if different from the default. */
  patience?: Partial<Patience>
  /** Refuses calls under overload, except those in `spared`. */
  overload?: Overload
  spared?: readonly string[]
}

// Long enough for a train in a tunnel, and slower than the slowest line that still shows a page.
const usualPatience: Patience = { stalledMs: minuteMs, bytesPerSecond: 2_000, lookMs: 5_000 }

// 1 MB: the largest JSON body any call takes is a few thousand characters; uploads set their own limit.
const bodyLimitBytes = 1_000_000

/** A Fastify server with request ids, security headers, validation, one error shape and the API reference. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options)
  const serializer = options.checkResponses ? checkedJson : () => JSON.stringify
  const isBehindProxy = Number(options.trustProxy) > 0
  const app = Fastify({
    // Passed in, so that Fastify does not load its own, which take megabytes (decision 93).
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => serializer as never,
      },
    },
    // An address that cannot be read runs no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      sendError(error, request, reply)
    },
    loggerInstance: options.log,
    rewriteUrl: ({ url = '' }) => readTarget(url, options.siteUrl) ?? url,
    // Only the last entries are the proxies' own, one of each; those further left are what the caller claimed.
    trustProxy: isBehindProxy && ((_address: string, hop: number) => hop < Number(options.trustProxy)),
    bodyLimit: bodyLimitBytes,
    requestTimeout: longestBodyMs,
    genReqId: ({ headers }) => (isBehindProxy && requestIdOf(headers)) || randomUUID(),
    // One line of our own per request instead, without the query, which may hold secrets.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, _options, request) =>
      new RequestLog(logger, { ...bindings, ...traceFields(beginTrace(request, isBehindProxy)) }),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
  app.setErrorHandler(sendError)
  app.decorate('appName', options.appName)
  app.decorateRequest('serviceContext', null)
  const refusals = createRefusals(options.log)
  app.decorate('refusals', refusals)
  app.addHook('onClose', async () => refusals.stop())
  if (options.checkResponses)
    app.addHook('onRoute', ({ schema, config }) => {
      if (schema && config?.endpoint) schema.response = answersOf(config.endpoint)
    })
  // Before any hook that may refuse a request.
  const { nameRoute = () => 'unknown', accessLog } = options
  if (options.measure) measureRequests(app, nameRoute)
  if (isBehindProxy || isTracing()) traceRequests(app, nameRoute)
  const isDebugging = ['debug', 'trace'].includes(options.log.level)
  if (accessLog || isDebugging) logAnswers(app, accessLog ? 'info' : 'debug', nameRoute)
  limitBodyTime(app)
  cutSlowReaders(app, { ...usualPatience, ...options.patience })
  if (options.connectionsPerAddress) {
    if (!isBehindProxy) limitConnections(app.server, options.connectionsPerAddress)
    limitRequests(app, options.connectionsPerAddress)
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done(readTarget(request.url, options.siteUrl) === null ? unreadableTarget() : undefined)
  })
  if (options.overload) shedCalls(app, options.overload, isApiPath, options.spared ?? [])
  if (options.apiReference ?? true)
    registerReference(app, { appName: options.appName, https: options.siteUrl.startsWith('https:') })
  return app
}

/** The id that a proxy gave a request, if it is safe for a log. */
const requestIdOf = ({ 'x-request-id': id }: IncomingHttpHeaders) =>
  typeof id === 'string' && /^[\w.-]{8,64}$/.test(id) ? id : null

/** Calls below these prefixes answer errors as JSON; every other unknown path is a page. */
export const isApiPath = (url: string) =>
  /^\/(api|auth\/v1|functions\/v1|rest\/v1|storage\/v1)(\/|$|\?)/.test(url)

/** The answer to an unknown call. */
export const unknownCall = (method: string, url: string) =>
  new AppError('not_found', `There is no ${method} ${url.split('?')[0]}`)

declare module 'fastify' {
  interface FastifyInstance {
    /** The installation's name (`APP_NAME`). */
    appName: string
    /** Counts refusals of this server, by reason. */
    refusals: Refusals
  }
  interface FastifyContextConfig {
    /** How long the body of this route's requests may take to arrive; two minutes unless set. */
    bodyMs?: number
  }
}

// Enough for 5 MB over a slow phone; without it a body that never ends would hold its connection for ever.
const usualBodyMs = 120_000
/** The longest that any route may set: 2 GB over a slow line. */
export const longestBodyMs = 6 * hourMs

/** Cuts the connection of a request whose body does not end in time. */
function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw, routeOptions } = request
    if (headers['content-length'] || headers['transfer-encoding']) {
      const cut = setTimeout(() => {
        if (!raw.complete) raw.destroy()
      }, routeOptions.config.bodyMs ?? usualBodyMs)
      raw.once('close', () => clearTimeout(cut))
    }
    done()
  })
}

/**
 * The headers of every answer. Pages replace the content policy by their own; everything else may load nothing at all.
 * The referrer policy keeps our origin visible to Amazon, whose programme requires that.
 */
function securityHeaders({ siteUrl, hstsSubdomains }: HttpOptions): Record<string, string> {
  const transport = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': transport }),
  }
}

/**
 * Logs a line for each request when it ends. The path has no query, which may hold secrets (tokens, search texts); the
 * address is the mark of its prefix, as in security events.
 */
export function logAnswers(app: FastifyInstance, level: 'info' | 'debug', nameRoute: NameRoute): void {
  watchAnswers(app, nameRoute, ({ request, reply, route, ms, bytes, isWhole }) => {
    const { method, url, ip, log } = request
    const line = { method, route, path: pathOf(url), status: reply.statusCode, ms: Math.round(ms), bytes }
    log[level]({ ...line, from: addressMark(ip), ...(!isWhole && { aborted: true }) }, 'answered')
  })
}

/**
 * The path and query of a request, from its target as sent (RFC 9112, 3.2); null for a target that is not ours: another
 * origin, an authority, empty parts of a path, or a form that programs read in two ways. An address that begins with
 * `//` would name a host when read as a link.
 */
export function readTarget(target: string, siteUrl: string): string | null {
  const local = target.startsWith('/') ? target : pathOfAbsolute(target, siteUrl)
  const path = local?.split('?', 1)[0] ?? ''
  return local !== null && path.startsWith('/') && !readInTwoWays.test(path) ? local : null
}

const readInTwoWays = /\/\/|\\/

function pathOfAbsolute(target: string, siteUrl: string): string | null {
  const url = URL.parse(target)
  return url && url.origin === new URL(siteUrl).origin ? url.pathname + url.search : null
}
