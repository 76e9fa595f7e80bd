import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { DB } from '../platform/database/schema.ts'
import { beginError, noteRefusal } from '../platform/http/errors.ts'
import { acceptJson } from '../platform/http/json-body.ts'
import { registerRoutes, seeNobody } from '../platform/http/register.ts'
import type { AppError, ErrorCode } from '../shared/errors.ts'
import { AuthError } from './errors.ts'
import { factorsContract } from './factors/contract.ts'
import { createFactorRoutes } from './factors/routes.ts'
import type { Identity } from './index.ts'
import { refuseOtherCalls } from './not-offered.ts'
import { createPasskeyRoutes } from './passkeys/routes.ts'
import { createProviderRoutes } from './providers/routes.ts'
import { queueByAddress } from './queues.ts'
import { createRecoveryRoutes } from './recovery/routes.ts'
import { createIdentityRoutes, createUserChangesRoutes } from './routes.ts'

export type AuthWireDeps = { identity: Identity; db: Kysely<DB>; clock: Clock }

// The calls that a session may make before it has shown its account's second step.
const openBeforeSecondStep = new Set<string>([
  'GET /auth/v1/user',
  'POST /auth/v1/logout',
  // People who have lost the phone ask with a mailed code that it no longer counts.
  'GET /auth/v1/reauthenticate',
  ...Object.keys(factorsContract),
])

const formLimitBytes = 20_000

// Many times the largest body of the official client: a passkey's registration, or 2,000 characters of data.
const jsonLimitBytes = 32_000

/**
 * Mounts /auth/v1, the protocol of the official auth client, in a scope of its own: its errors have shapes and
 * codes that the rest of the API does not share.
 */
export async function authWire(app: FastifyInstance, { identity, db, clock }: AuthWireDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler(sendAuthError)
    queueByAddress(scope)
    acceptJson(scope, jsonLimitBytes)
    refuseOtherCalls(scope)
    const routes = [
      ...createIdentityRoutes(identity),
      ...createPasskeyRoutes(identity),
      ...createRecoveryRoutes(identity),
      ...createUserChangesRoutes(identity),
      ...createFactorRoutes(identity),
    ]
    // Programs that scan mails send HEAD; without a route of its own it would do what GET does. Returns nothing:
    // TypeScript takes many minutes to compare two types of replies.
    scope.head('/auth/v1/verify', { schema: { hide: true } }, (_, reply) => {
      reply.header('cache-control', 'no-store').send()
    })
    // A client without a session sends its public key as the bearer token, which is no reason to refuse a sign-in.
    registerRoutes(
      scope,
      routes.filter((route) => route.endpoint.access === 'public'),
      { db, clock, authenticate: seeNobody },
    )
    const personal = routes.filter((route) => route.endpoint.access !== 'public')
    registerRoutes(
      scope,
      personal.filter((route) => openBeforeSecondStep.has(route.key)),
      { db, clock, authenticate: identity.callers.requireAnyPrincipal },
    )
    registerRoutes(
      scope,
      personal.filter((route) => !openBeforeSecondStep.has(route.key)),
      { db, clock, authenticate: identity.callers.requirePrincipal },
    )
    await scope.register(async (inner) => {
      acceptFormsOnly(inner)
      registerRoutes(inner, createProviderRoutes(identity), { db, clock, authenticate: seeNobody })
    })
  })
}

/** Apple sends people back with a form; no other part of this service accepts one. */
function acceptFormsOnly(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimitBytes },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
}

const versionHeader = 'x-supabase-api-version'
const errorsByCodeSince = '2024-01-01'

// The auth client's codes for failures of all slices, if it has one.
const wireCodes: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'bad_json',
  not_authenticated: 'no_authorization',
  rate_limited: 'over_request_rate_limit',
  internal_error: 'unexpected_failure',
}

/**
 * How the auth wire answers a failure: `{code, message}` to a client that sends the version header, `{code: status,
 * error_code, msg}` to one that does not. An unreachable database is 503, after which the client tries again; any other
 * failure of a refresh would make it drop the person's session.
 */
function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = error instanceof AuthError ? error : inItsWords(beginError(error, request, reply))
  noteRefusal(failure, request)
  reply.code(failure.status).header('cache-control', 'no-store').header('x-sb-error-code', failure.code)
  const weakPassword = failure.weakPassword && { weak_password: failure.weakPassword }
  if (!speaksByCode(request.headers[versionHeader])) {
    const { status, code, message } = failure
    return reply.send({ code: status, error_code: code, msg: message, ...weakPassword })
  }
  reply.header(versionHeader, errorsByCodeSince)
  return reply.send({ code: failure.code, message: failure.message, ...weakPassword })
}

const inItsWords = (failure: AppError) =>
  new AuthError(failure.status, wireCodes[failure.code] ?? failure.code, messageOf(failure))

// The client shows the message as it is, so it has no path in front.
const messageOf = (failure: AppError) => failure.details?.problems?.[0]?.message ?? failure.message

/** Versions are dates; from this one on, errors have codes. */
const speaksByCode = (version: string | string[] | undefined) =>
  typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= errorsByCodeSince
