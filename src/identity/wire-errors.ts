import type { FastifyReply, FastifyRequest } from 'fastify'
import { retryAfterSeconds, toAppError } from '../platform/http/errors.ts'
import type { AppError, ErrorCode } from '../shared/errors.ts'
import { AuthFailure } from './failures.ts'

const versionHeader = 'x-supabase-api-version'
const errorsByCodeSince = '2024-01-01'

// Failures known everywhere, in the auth client's words where it has one.
const wireCodes: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'bad_json',
  not_authenticated: 'no_authorization',
  rate_limited: 'over_request_rate_limit',
  internal_error: 'unexpected_failure',
}

/**
 * The auth wire's one way to answer a failure: `{code, message}` to a client that sends the version header,
 * `{code: status, error_code, msg}` to one that does not. A database that does not answer is 503, which the
 * client tries again; any other failure of a refresh would make it drop the person's session.
 */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toAuthFailure(error)
  logFailure(error, failure, request)
  const retryAfter = error instanceof AuthFailure ? undefined : retryAfterSeconds(toAppError(error))
  if (retryAfter) reply.header('retry-after', retryAfter)
  reply.code(failure.status).header('cache-control', 'no-store').header('x-sb-error-code', failure.code)
  const weakPassword = failure.weakPassword && { weak_password: failure.weakPassword }
  if (!speaksByCode(request.headers[versionHeader])) {
    const { status, code, message } = failure
    return reply.send({ code: status, error_code: code, msg: message, ...weakPassword })
  }
  reply.header(versionHeader, errorsByCodeSince)
  return reply.send({ code: failure.code, message: failure.message, ...weakPassword })
}

function toAuthFailure(error: unknown): AuthFailure {
  if (error instanceof AuthFailure) return error
  const failure = toAppError(error)
  return new AuthFailure(failure.status, wireCodes[failure.code] ?? failure.code, messageOf(failure))
}

// The client shows the message as it is, so it must not carry the path in front of it.
const messageOf = (failure: AppError) => failure.details?.problems?.[0]?.message ?? failure.message

function logFailure(error: unknown, failure: AuthFailure, request: FastifyRequest) {
  if (failure.code === 'refresh_token_already_used')
    request.log.warn('A refresh token was used a second time; its session has been ended')
  if (failure.status >= 500 && failure.status !== 501) request.log.error({ err: error }, failure.message)
}

/** Versions are dates; this and later ones have errors by code. */
const speaksByCode = (version: string | string[] | undefined) =>
  typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= errorsByCodeSince
