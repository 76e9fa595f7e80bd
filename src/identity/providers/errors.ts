import { errorWords } from '../../shared/sign-in/errors.ts'
import type { AuthError } from '../errors.ts'

/**
 * The error codes in the address that leads back to the client (RFC 6749, section 4.1.2.1, and the auth wire's codes).
 */
type ReturnedError = { error: string; error_code: string; error_description: string }

/** Why nobody was signed in, in words for the person. */
export class SignInError extends Error {
  readonly returned: ReturnedError

  constructor(error: string, code: string, description: string, cause?: unknown) {
    super(description, { cause })
    this.name = 'SignInError'
    this.returned = { error, error_code: code, error_description: description }
  }
}

/** The answer matches no sign-in that this browser has begun, or the sign-in took too long. */
export const badState = () =>
  new SignInError('invalid_request', 'bad_oauth_state', errorWords('bad_oauth_state'))

export const cancelled = (title: string) =>
  new SignInError('access_denied', 'access_denied', errorWords('access_denied', title))

export const unreachable = (title: string, cause: unknown) =>
  new SignInError('temporarily_unavailable', 'request_timeout', errorWords('request_timeout', title), cause)

/** The provider refused, or its answer cannot be trusted. */
export const badAnswer = (title: string, cause: unknown) =>
  new SignInError('server_error', 'bad_oauth_callback', errorWords('bad_oauth_callback', title), cause)

export const unverifiedEmail = (title: string) =>
  new SignInError(
    'access_denied',
    'provider_email_needs_verification',
    errorWords('provider_email_needs_verification', title),
  )

/** Too many codes were mailed to the account with this address. */
export const tooManyMails = () =>
  new SignInError(
    'temporarily_unavailable',
    'over_email_send_rate_limit',
    errorWords('over_email_send_rate_limit'),
  )

/** The person was recognised, and their account is suspended. */
export const suspended = (refusal: AuthError) =>
  new SignInError('access_denied', refusal.code, refusal.message)

/** A failure of our own; the log has the details. */
export const unexpected: ReturnedError = {
  error: 'server_error',
  error_code: 'unexpected_failure',
  error_description: errorWords('unexpected_failure'),
}

/**
 * What a log may keep of a failure: the messages of the errors that led to it. Everything else in the library's errors,
 * such as tokens and claims, is personal.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'error' in error ? ` (${error.error})` : ''
  const words = error.message + code
  return error.cause instanceof Error ? `${words}: ${reasonOf(error.cause)}` : words
}
