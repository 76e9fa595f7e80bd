import { tooShortWords } from '../shared/password.ts'

/** Why a password was refused, in the auth wire's words. */
type WeakPasswordReason = 'length' | 'characters' | 'pwned'

/**
 * An expected failure of the auth wire. Its codes are the official client's own and differ from the rest of the
 * API; some codes come with another status from another call, so the status is part of each failure.
 */
export class AuthFailure extends Error {
  readonly status: number
  readonly code: string
  readonly weakPassword: { reasons: WeakPasswordReason[] } | undefined

  constructor(status: number, code: string, message: string, weakPassword?: AuthFailure['weakPassword']) {
    super(message)
    this.name = 'AuthFailure'
    this.status = status
    this.code = code
    this.weakPassword = weakPassword
  }
}

export const userAlreadyExists = () => new AuthFailure(422, 'user_already_exists', 'User already registered')

/** Names every reason, in the official service's words. */
export function weakPassword(reasons: ('length' | 'pwned')[], least: number) {
  const words = {
    length: tooShortWords(least),
    pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
  }
  const message = reasons.map((reason) => words[reason]).join(' ')
  return new AuthFailure(422, 'weak_password', message, { reasons })
}

/** The same for an unknown address as for a wrong password, so that nobody learns who has an account. */
export const invalidCredentials = () =>
  new AuthFailure(400, 'invalid_credentials', 'Invalid login credentials')

export const refreshTokenNotFound = () =>
  new AuthFailure(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

export const refreshTokenAlreadyUsed = () =>
  new AuthFailure(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')

/** The session of a refresh token has ended. */
export const refreshedSessionEnded = () =>
  new AuthFailure(400, 'session_not_found', 'Invalid Refresh Token: Session Not Found')

export const badJwt = () =>
  new AuthFailure(403, 'bad_jwt', 'invalid JWT: it is malformed, expired or not signed by this service')

/** The session of a good access token has ended. */
export const sessionNotFound = () =>
  new AuthFailure(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

export const codeNotFound = () =>
  new AuthFailure(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')

export const codeExpired = () =>
  new AuthFailure(422, 'flow_state_expired', 'invalid flow state, flow state has expired')

export const badCodeVerifier = () =>
  new AuthFailure(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')

/** Alike for a mailed link that is unknown, used or too old. */
export const linkExpired = () => new AuthFailure(403, 'otp_expired', 'Email link is invalid or has expired')

export const mailsTooOften = (retryAfterSeconds: number) =>
  new AuthFailure(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`,
  )

export const currentPasswordRequired = () =>
  new AuthFailure(400, 'current_password_required', 'Current password required when setting new password.')

/** To whom signs in with a provider alone: only the mail proves that the account is theirs. */
export const noPasswordYet = () =>
  new AuthFailure(
    400,
    'current_password_required',
    'This account has no password yet. Request a reset link to set one.',
  )

export const currentPasswordInvalid = () =>
  new AuthFailure(400, 'current_password_invalid', 'Current password is not correct')

export const samePassword = () =>
  new AuthFailure(422, 'same_password', 'New password should be different from the old password.')

export const emailExists = () =>
  new AuthFailure(422, 'email_exists', 'A user with this email address has already been registered')

/** Something else changed the account between two steps of a call. */
export const accountChangedMeanwhile = () =>
  new AuthFailure(409, 'conflict', 'The account has just been changed. Please try again.')
