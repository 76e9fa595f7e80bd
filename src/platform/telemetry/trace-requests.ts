import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type NameRoute, watchAnswers } from '../http/answered.ts'
import { beginSpan, isTracing, type OpenSpan } from './spans.ts'
import { inTrace, readTrace, type Trace } from './trace.ts'

type Traced = { trace: Trace; span: OpenSpan | undefined }

const traced = new WeakMap<IncomingMessage, Traced>()

/**
 * Begins the trace of a request: a step of the one that its headers name, if a proxy of ours vouches for them, or a new
 * one if steps are reported. Undefined if it has none.
 */
export function beginTrace(request: IncomingMessage, trustsHeaders: boolean): Trace | undefined {
  const parent = trustsHeaders ? readTrace(request.headers) : undefined
  const span = beginSpan(request.method ?? 'other', 'server', parent)
  const trace = span?.trace ?? parent
  if (trace) traced.set(request, { trace, span })
  return trace
}

/** Makes the work for a request part of its trace, and ends the step of the request with it. */
export function traceRequests(app: FastifyInstance, nameRoute: NameRoute): void {
  // Fastify continues in the same context after it has read a body.
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = traced.get(request.raw)?.trace
    if (trace) inTrace(trace, done)
    else done()
  })
  if (!isTracing()) return
  watchAnswers(app, nameRoute, ({ request, reply, route, isWhole }) => {
    const { method } = request
    const facts = { 'http.request.method': method, 'http.route': route, 'folio.is_whole': isWhole }
    const status = reply.statusCode
    traced
      .get(request.raw)
      ?.span?.end(
        { name: `${method} ${route}`, ...facts, 'http.response.status_code': status },
        status >= 500,
      )
  })
}
