import { failureWords } from '../shared/sign-in/failures.ts'
import { tooShortWords } from '../shared/sign-in/password.ts'

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

/**
 * The session of a refresh token has reached its greatest age, or an admin's was idle: the official service's words.
 */
export const refreshedSessionExpired = (why: 'expired' | 'idle') =>
  new AuthFailure(
    400,
    'session_expired',
    `Invalid Refresh Token: Session Expired${why === 'idle' ? ' (Inactivity)' : ''}`,
  )

/**
 * The account is suspended, as the official service puts it; shown only to somebody who has shown that it is theirs.
 * Another status where a session is held already.
 */
export const userBanned = (reason: string, status: 400 | 403 = 400) =>
  new AuthFailure(
    status,
    'user_banned',
    `This account is suspended. Reason: ${reason.replace(/(?<![.!?])$/, '.')} If you think this is a mistake, answer the mail that told you of it, ` +
      'or write to the operator of this website.',
  )

export const badJwt = () =>
  new AuthFailure(403, 'bad_jwt', 'invalid JWT: it is malformed, expired or not signed by this service')

/** The session of a good access token has ended. */
export const sessionNotFound = () =>
  new AuthFailure(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

/** The session has not shown the second step that its account, or this call, asks for. */
export const secondStepMissing = (
  message = 'This account asks for a second step. Please enter your code first.',
) => new AuthFailure(403, 'insufficient_aal', message)

export const factorNotFound = () =>
  new AuthFailure(404, 'mfa_factor_not_found', 'MFA factor with given ID not found')

export const factorNameTaken = (name: string) =>
  new AuthFailure(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )

export const tooManyFactors = () =>
  new AuthFailure(
    403,
    'too_many_enrolled_mfa_factors',
    'Maximum number of enrolled factors reached, unenroll to continue',
  )

/** Alike for a challenge that is unknown, another session's, or too old. */
export const codeAskedTooLongAgo = () =>
  new AuthFailure(422, 'mfa_challenge_expired', 'MFA challenge has expired, create a new challenge.')

/** Alike for a wrong code and for one that was used before. */
export const verificationFailed = (message = 'Invalid TOTP code entered') =>
  new AuthFailure(422, 'mfa_verification_failed', message)

export const phoneNotOffered = () =>
  new AuthFailure(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')

export const webauthnNotOffered = () =>
  new AuthFailure(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')

export const codesAlone = () =>
  new AuthFailure(
    422,
    'mfa_recovery_codes_sole_factor',
    'Recovery codes need another verified factor, such as an authenticator app',
  )

export const codesExist = () =>
  new AuthFailure(422, 'mfa_verified_factor_exists', 'Recovery codes exist already, regenerate them instead')

/** `limit` says what the limit is and when it is over. */
export const codesLocked = (limit: string) =>
  new AuthFailure(429, 'mfa_recovery_codes_locked', `${limit} Or use another way to sign in.`)

export const codeNotFound = () =>
  new AuthFailure(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')

export const codeExpired = () =>
  new AuthFailure(422, 'flow_state_expired', 'invalid flow state, flow state has expired')

export const badCodeVerifier = () =>
  new AuthFailure(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')

/** Alike for a mailed link that is unknown, used or too old. */
export const linkExpired = () => new AuthFailure(403, 'otp_expired', failureWords('otp_expired'))

export const mailsTooOften = (retryAfterSeconds: number) =>
  new AuthFailure(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`,
  )

export const currentPasswordRequired = () =>
  new AuthFailure(400, 'current_password_required', 'Current password required when setting new password.')

/** For somebody who signs in with a provider alone: only the mail proves that the account is theirs. */
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

/** Where browsers have no passkeys for the site's address. */
export const passkeysNotOffered = () =>
  new AuthFailure(
    404,
    'passkey_disabled',
    'Passkeys need a site with a name and HTTPS, which this address has not.',
  )

/** An admin’s second step is reset by the operator. */
export const adminsAskOperator = () =>
  new AuthFailure(403, 'not_admin', 'Whoever runs this site resets the second step of admins.')

export const nothingToDrop = () =>
  new AuthFailure(404, 'mfa_factor_not_found', 'This account has neither passkeys nor an authenticator app')

export const nothingAsked = () => new AuthFailure(404, 'not_found', 'Nobody has asked for that.')

/** An admin who owes a second step sets up the first with what `npm run admin` prints. */
export const enrolmentCodeNeeded = () =>
  new AuthFailure(
    403,
    'enrolment_code_needed',
    'Please enter the one-time code that your operator gives you, then set up your second step.',
  )

/** Something that decides who gets in is to be changed, and the caller proved too long ago who they are. */
export const signInTooOld = () =>
  new AuthFailure(403, 'reauthentication_needed', 'Please confirm that it is you, and try again.')

export const tooManyPasskeys = (most: number) =>
  new AuthFailure(
    422,
    'too_many_passkeys',
    `This account has ${most} passkeys, as many as it can have. Remove one first.`,
  )

/** Of a passkey that is being added, by whomever it was registered. */
export const passkeyExists = () =>
  new AuthFailure(422, 'webauthn_credential_exists', 'This passkey is registered already.')

export const challengeNotFound = () =>
  new AuthFailure(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')

export const challengeExpired = () =>
  new AuthFailure(400, 'webauthn_challenge_expired', 'Challenge has expired')

/** The authenticator's answer does not fit. It says no more, so that a forger learns nothing. */
export const passkeyRefused = () =>
  new AuthFailure(400, 'webauthn_verification_failed', 'Credential verification failed')

/** A passkey was shown that belongs to nobody here, such as one that its owner has removed. */
export const passkeyUnknown = () =>
  new AuthFailure(400, 'webauthn_credential_not_found', 'This passkey is not registered here, or no longer.')

/** Of a passkey to be renamed or removed; alike for one of somebody else's. */
export const passkeyNotFound = () =>
  new AuthFailure(404, 'webauthn_credential_not_found', 'Passkey not found')

/** For a nonce that is asked for while the address is unproven: the mail could reach anyone. */
export const emailNotConfirmed = () =>
  new AuthFailure(422, 'email_not_confirmed', 'Please verify your email first.')

export const nonceNotValid = () =>
  new AuthFailure(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')

/** Something else changed the account between two steps of a call. */
export const accountChangedMeanwhile = () =>
  new AuthFailure(409, 'conflict', 'The account has just been changed. Please try again.')
