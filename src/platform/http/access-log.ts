import type { FastifyInstance } from 'fastify'
import { addressMark } from '../security-events.ts'
import { type NameRoute, pathOf, watchAnswers } from './answered.ts'

/**
 * Writes a line for each request at its end. The path has no query, which may carry what a log must not keep (tokens,
 * search texts); the address is the mark of its prefix, as of security events.
 */
export function logAnswers(app: FastifyInstance, level: 'info' | 'debug', nameRoute: NameRoute): void {
  watchAnswers(app, nameRoute, ({ request, reply, route, ms, bytes, isWhole }) => {
    const { method, url, ip, log } = request
    const line = { method, route, path: pathOf(url), status: reply.statusCode, ms: Math.round(ms), bytes }
    log[level]({ ...line, from: addressMark(ip), ...(!isWhole && { aborted: true }) }, 'answered')
  })
}
