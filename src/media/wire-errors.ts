import type { FastifyReply, FastifyRequest } from 'fastify'
import { retryAfterSeconds, toAppError } from '../platform/http/errors.ts'
import { AppError, type ErrorCode } from '../shared/errors.ts'

// The storage client's own word, where its users know one.
const wireNames: Partial<Record<ErrorCode, string>> = { conflict: 'Duplicate' }

/**
 * The storage wire's one way to answer a failure: `{statusCode, error, message}`, with 400 over all that lies with the
 * caller. The client reads the real status from the body. Balancers, and whoever tries again, read HTTP's: so what
 * may succeed later keeps its own (429 and 503, with `Retry-After`), and so do 500 and 501.
 */
export function sendStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toAppError(error)
  if (failure.status >= 500 && failure.code !== 'not_offered')
    request.log.error({ err: error }, failure.message)
  const retryAfter = retryAfterSeconds(failure)
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply
    .code(failure.status >= 500 || failure.code === 'rate_limited' ? failure.status : 400)
    .header('cache-control', 'no-store')
    .send({
      statusCode: String(failure.status),
      error: wireNames[failure.code] ?? failure.code,
      message: failure.message,
    })
}

/** Answers that there is no such object, whatever its name is. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendStorageError(new AppError('not_found', 'Object not found'), request, reply)
