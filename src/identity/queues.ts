import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAddressQueues } from '../platform/http/address-queues.ts'

/**
 * How many calls of an address run at a time: half of a process's connections to the database, so that no address takes
 * all; and of one account half of those. A refusal keeps its place for half a second: twenty of an address in a second.
 */
const usual = { maxRunning: 10, maxPerAccount: 5, maxWaiting: 100, maxWaitingInAll: 2_000, pauseMs: 500 }

/**
 * Queues the calls of /auth/v1, whose bodies have arrived, by address (decision 71). Refreshing a session is quick and
 * has a queue of its own, so it never waits for others' sign-ins.
 */
export function queueByAddress(scope: FastifyInstance): void {
  const signingIn = createAddressQueues(usual)
  const goingOn = createAddressQueues(usual)
  scope.addHook('preValidation', async (request, reply) => {
    const grant = grantOf(request)
    const keepsGoing = grant === 'refresh_token' || request.routeOptions.url === '/auth/v1/user'
    const isChange = request.method === 'PUT'
    await (keepsGoing && !isChange ? goingOn : signingIn).take(request, reply, accountOf(request, grant))
  })
}

/**
 * The account in whose queue a call waits: the token's subject, the e-mail address that signs in, the session that is
 * refreshed, or one for all others of its kind. The token is not verified, since it only decides whose calls wait for
 * one another.
 */
function accountOf(request: FastifyRequest, grant: string | undefined): string {
  const { email, refresh_token } = (request.body ?? {}) as Record<string, unknown>
  if (grant === 'password') return `as ${email}`
  if (grant === 'refresh_token') return `with ${refresh_token}`
  return subjectOf(request.headers.authorization) ?? `${request.method} ${request.routeOptions.url}`
}

const grantOf = ({ routeOptions, query }: FastifyRequest): string | undefined =>
  routeOptions.url === '/auth/v1/token' ? String((query as Record<string, unknown>).grant_type) : undefined

/** The subject that a bearer token claims; not verified. */
function subjectOf(authorization = ''): string | undefined {
  const payload = /^bearer\s+[^.\s]+\.([^.\s]+)\./i.exec(authorization)?.[1]
  if (!payload) return undefined
  try {
    return `by ${JSON.parse(Buffer.from(payload, 'base64url').toString()).sub}`
  } catch {
    return undefined
  }
}
