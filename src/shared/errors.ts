/**
 * Every failure a caller can act on, by its stable code. Clients switch on the code; people read the message. A
 * published code keeps its meaning and its HTTP status.
 */
const statusByCode = {
  validation_failed: 400,
  malformed_request: 400,
  currency_unsupported: 400,
  not_authenticated: 401,
  forbidden: 403,
  insufficient_aal: 403,
  two_step_required: 403,
  step_up_required: 403,
  second_admin_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  confirmation_required: 409,
  idempotency_key_reused: 422,
  payload_too_large: 413,
  picture_quota_exceeded: 413,
  unsupported_media_type: 415,
  version_mismatch: 412,
  rate_limited: 429,
  not_offered: 501,
  internal_error: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByCode

/** One wrong field: `path` is dotted as in the request's JSON, `message` is fit to show beside it. */
export type FieldProblem = { path: string; message: string }

export type ErrorDetails = { problems?: FieldProblem[]; [key: string]: unknown }

/** An expected failure. Thrown by services, turned into `{code, message, details?}` by the HTTP layer. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = statusByCode[code]
    this.details = details
  }
}

export const notFound = (what: string, details?: ErrorDetails) =>
  new AppError('not_found', `${what} not found`, details)
export const notAuthenticated = () => new AppError('not_authenticated', 'Not authenticated')
/** For callers who have not shown the second step of their account. */
export const insufficientAal = () =>
  new AppError('insufficient_aal', 'This account asks for a second step. Please enter your code first.')
/** For an admin who signed in by one step where admins need two (decision 100). */
export const twoStepRequired = () =>
  new AppError(
    'two_step_required',
    'Admins here sign in with two steps. Turn on two-step verification, or sign in with a passkey.',
  )
/** For a sensitive act long after the caller proved who they are (decision 100). */
export const stepUpRequired = () => new AppError('step_up_required', 'Please confirm that it is you.')
/** For calls of an account that is being deleted. */
export const accountDeleted = () => new AppError('conflict', 'This account has just been deleted.')
/** For an act of an admin that pays them, or is beyond what one does alone (decision 104). */
export const secondAdminNeeded = (why: string, details: ErrorDetails) =>
  new AppError('second_admin_needed', why, details)
export const forbidden = (why: string) => new AppError('forbidden', why)
/** For what an admin decides of others, and not of themselves (decision 104). */
export const aboutYou = () => forbidden('This is about you. Another admin has to decide it.')
/** For work refused on purpose until a quieter moment; not a fault. */
export const tooBusy = (message: string, details: ErrorDetails = { retry_after: 2 }) =>
  new AppError('unavailable', message, details)
export const invalid = (path: string, message: string) =>
  new AppError('validation_failed', message, { problems: [{ path, message }] })

/**
 * True for any error that has a code, from whichever module instance: the built page renderer has its own copy of the
 * class, so `instanceof` does not work across it.
 */
export const hasCode = (error: unknown, code: ErrorCode): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code
