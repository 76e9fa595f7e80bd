/** Why a password was refused, in the auth wire's words. */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

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

export const passwordTooShort = (minLength: number) =>
  new AuthFailure(422, 'weak_password', `Password should be at least ${minLength} characters.`, {
    reasons: ['length'],
  })

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
