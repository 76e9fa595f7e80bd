import type { FastifyInstance } from 'fastify'
import { type NameRoute, watchAnswers } from '../http/answered.ts'
import { httpRequests, httpSeconds, httpUnderWay } from './counts.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts and times every request by its route. */
export function measureRequests(app: FastifyInstance, nameRoute: NameRoute): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    httpUnderWay.inc()
    done()
  })
  watchAnswers(app, nameRoute, ({ request, reply, route, ms, isWhole }) => {
    httpUnderWay.dec()
    const method = methods.has(request.method) ? request.method : 'other'
    httpRequests.inc({ method, route, outcome: isWhole ? outcomeOf(reply.statusCode) : 'aborted' })
    httpSeconds.observe({ route }, ms / 1000)
  })
}

/** `2xx`, `3xx`, `4xx`, `5xx`; 429 and 503 by themselves: they mean that somebody, or everybody, asks too much. */
const outcomeOf = (status: number): string =>
  status === 429 || status === 503 ? String(status) : `${Math.floor(status / 100)}xx`
