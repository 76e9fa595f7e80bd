import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type FieldProblem } from '../../shared/errors.ts'
import type { SecurityEventName } from '../../shared/sign-in/security-events.ts'
import { isCanceled, isDatabaseUnavailable, sqlState } from '../database/errors.ts'
import { securityEvent } from '../security-events.ts'
import { reportFault } from '../telemetry/error-reports.ts'
import { Refused } from './refused.ts'

type ValidationIssue = { instancePath?: string; message?: string }

/** The only place where a failure becomes an HTTP answer: `{code, message, details?}` with the right status. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = beginError(error, request, reply)
  const { status, code, message, details } = failure
  noteRefusal(failure, request)
  // Where the client's functions look for what went wrong.
  const ofFunction = request.url.startsWith('/functions/v1/') && { error: message }
  return reply.code(status).send({ code, message, ...ofFunction, ...(details && { details }) })
}

/**
 * What answers to failures share, whatever their shape: a fault is logged, a refusal for lack of resources is counted,
 * and no cache keeps the answer.
 */
export function beginError(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const failure = isOfBody(error, request) ? cutOff() : toAppError(error)
  if (failure instanceof Refused) request.server.refusals.note(failure)
  else if (isFault(failure)) {
    request.log.error({ err: error }, failure.message)
    const { method, routeOptions, id: reqId } = request
    reportFault(error, { route: `${method} ${routeOptions.url ?? 'unknown'}`, reqId })
  }
  const retryAfter = retryAfterSeconds(failure)
  if (retryAfter) reply.header('retry-after', retryAfter)
  // The handler may have set another type before it failed, and objects are sent as JSON alone.
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  return failure
}

const ofInput = new Set([
  'validation_failed',
  'malformed_request',
  'bad_json',
  'payload_too_large',
  'unsupported_media_type',
])
const ofPermission = new Set([
  'forbidden',
  'insufficient_aal',
  'step_up_required',
  'two_step_required',
  'second_admin_needed',
])

/** The security event of a refusal, if it is one: an exceeded limit, invalid input, or somebody else's thing. */
function refusalOf({ status, code }: { status: number; code: string }): SecurityEventName | undefined {
  if (status === 429) return 'limit_hit'
  if (ofInput.has(code)) return 'input_refused'
  return ofPermission.has(code) ? 'permission_refused' : undefined
}

/** Logs a refusal that matters to security: the call, the caller and the code, but no part of the input. */
export function noteRefusal(
  failure: { status: number; code: string },
  { log, method, routeOptions, serviceContext, ip: from }: FastifyRequest,
): void {
  const event = refusalOf(failure)
  if (!event) return
  const { userId: user, sessionId: session } = serviceContext?.actor ?? {}
  const call = `${method} ${routeOptions.url}`
  securityEvent(log, event, { call, reason: failure.code, user, session, from })
}

/**
 * True if the caller's connection ended before the body was complete: its error looks like a lost connection to the
 * database.
 */
const isOfBody = (error: unknown, { raw }: FastifyRequest): boolean =>
  error !== undefined &&
  error !== null &&
  (error === raw.errored || (raw.readableAborted && isPremature(error)))

const isPremature = (error: unknown) => (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Nobody reads this answer, but a test or a proxy may. */
const cutOff = () => new AppError('malformed_request', 'The request ended before its body was complete.')

/** Whether somebody has to fix the failure. A refusal because of load is no fault; it says when to try again. */
const isFault = ({ status, code, details }: AppError): boolean =>
  status >= 500 && code !== 'not_offered' && details?.retry_after === undefined

/** After how many seconds the same call may succeed, if known. */
function retryAfterSeconds({ code, details }: AppError): number | undefined {
  if (typeof details?.retry_after === 'number') return details.retry_after
  return code === 'unavailable' ? 2 : undefined
}

const unreadableAddress = new Set([
  'FST_ERR_BAD_URL',
  'FST_ERR_MAX_PARAM_LENGTH',
  'FST_STATIC_FORBIDDEN_PATH',
])

/** Turns any thrown value into one of our stable codes. Unknown ones become `internal_error`, without detail. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return new Refused('database', error)
  // A statement that took too long: a slow database, or a fault, which the log shows.
  if (isCanceled(error))
    return new AppError('unavailable', 'This takes too long just now. Please try again in a moment.')
  // Text that PostgreSQL cannot store, such as a NUL in an address.
  if (sqlState(error) === '22021')
    return new AppError('malformed_request', 'The request contains invalid text.')
  const fastifyError = error as Partial<FastifyError>
  if (fastifyError.validation) return invalidRequest(fastifyError.validation, fastifyError.validationContext)
  if (fastifyError.code && unreadableAddress.has(fastifyError.code)) return unreadableTarget()
  switch (fastifyError.statusCode) {
    case 400:
      return new AppError('malformed_request', 'The request could not be read. Check that the body is JSON.')
    case 413:
      return new AppError('payload_too_large', 'The request is larger than allowed.')
    case 415:
      return new AppError('unsupported_media_type', 'This type of content is not accepted here.')
    default:
      return new AppError('internal_error', 'An unexpected error occurred')
  }
}

/** The answer to a request whose address cannot be read. */
export const unreadableTarget = () =>
  new AppError('malformed_request', 'The address of this request cannot be read.')

function invalidRequest(issues: readonly ValidationIssue[], context: string | undefined): AppError {
  const problems: FieldProblem[] = issues.map((issue) => ({
    path: (issue.instancePath ?? '').split('/').filter(Boolean).join('.') || (context ?? 'body'),
    message: issue.message ?? 'Invalid value',
  }))
  const first = problems[0]
  return new AppError('validation_failed', first ? `${first.path}: ${first.message}` : 'Invalid request', {
    problems,
  })
}
