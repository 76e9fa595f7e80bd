import { errorWords } from '../shared/sign-in/errors.ts'
import { tooShortWords } from '../shared/sign-in/password.ts'

/** Why a password was refused, in the auth wire's words. */
type WeakPasswordReason = 'length' | 'characters' | 'pwned'

/**
 * An expected error of the auth wire: its codes are the official client's own, and differ from those of the rest of the
 * API.
 */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly weakPassword: { reasons: WeakPasswordReason[] } | undefined

  constructor(status: number, code: string, message: string, weakPassword?: AuthError['weakPassword']) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.weakPassword = weakPassword
  }
}

type Words = string | ((...given: never[]) => string)

const suspendedWords = (reason: string) =>
  `This account is suspended. Reason: ${reason.replace(/(?<![.!?])$/, '.')} If you think this is a mistake, answer the mail that told you of it, ` +
  'or write to the operator of this website.'

/** Code → status and message. A dot separates variants of one code. */
const table = {
  user_already_exists: [422, 'User already registered'],
  // The same for an unknown address as for a wrong password, so that nobody learns who has an account.
  invalid_credentials: [400, 'Invalid login credentials'],
  // Only for people who have shown that the account is theirs.
  user_banned: [400, suspendedWords],
  'user_banned.in_session': [403, suspendedWords],
  bad_jwt: [403, 'invalid JWT: it is malformed, expired or not signed by this service'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],

  'session_not_found.refreshed': [400, 'Invalid Refresh Token: Session Not Found'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  'session_expired.idle': [400, 'Invalid Refresh Token: Session Expired (Inactivity)'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],

  insufficient_aal: [403, 'This account asks for a second step. Please enter your code first.'],
  mfa_factor_not_found: [404, 'MFA factor with given ID not found'],
  'mfa_factor_not_found.none': [404, 'This account has neither passkeys nor an authenticator app'],
  mfa_factor_name_conflict: [
    422,
    (name: string) => `A factor with the friendly name "${name}" for this user already exists`,
  ],
  too_many_enrolled_mfa_factors: [403, 'Maximum number of enrolled factors reached, unenroll to continue'],
  // The same for a challenge that is unknown, another session's, or too old.
  mfa_challenge_expired: [422, 'MFA challenge has expired, create a new challenge.'],
  // The same for a wrong code and for a used one.
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  'mfa_verification_failed.recovery_code': [422, 'Invalid recovery code entered'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  mfa_recovery_codes_sole_factor: [
    422,
    'Recovery codes need another verified factor, such as an authenticator app',
  ],
  mfa_verified_factor_exists: [422, 'Recovery codes exist already, regenerate them instead'],
  mfa_recovery_codes_locked: [429, (limit: string) => `${limit} Or use another way to sign in.`],
  // Only the operator can reset an admin's second step.
  'not_admin.second_step': [403, 'The operator of this site resets the second step of admins.'],
  // An admin who owes a second step sets up the first one with the code that `npm run admin` prints.
  enrolment_code_needed: [
    403,
    'Please enter the one-time code that your operator gives you, then set up your second step.',
  ],
  not_found: [404, 'Nobody has asked for that.'],

  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],

  // The same for a mailed link that is unknown, used or too old.
  otp_expired: [403, errorWords('otp_expired')],
  over_email_send_rate_limit: [
    429,
    (seconds: number) => `For security purposes, you can only request this after ${seconds} seconds.`,
  ],
  // For a nonce requested while the address is unproven: the mail could reach anyone.
  email_not_confirmed: [422, 'Please verify your email first.'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  // For a change of a sign-in means when the caller's last proof is too old.
  reauthentication_needed: [403, 'Please confirm that it is you, and try again.'],

  current_password_required: [400, 'Current password required when setting new password.'],
  // For people who sign in only with a provider: only the mail proves that the account is theirs.
  'current_password_required.no_password': [
    400,
    'This account has no password yet. Request a reset link to set one.',
  ],
  current_password_invalid: [400, 'Current password is not correct'],
  same_password: [422, 'New password should be different from the old password.'],

  passkey_disabled: [404, 'Passkeys need a domain name and HTTPS, which this address lacks.'],
  too_many_passkeys: [
    422,
    (max: number) => `This account has ${max} passkeys, as many as it can have. Remove one first.`,
  ],
  // A passkey that is already registered, for any account.
  webauthn_credential_exists: [422, 'This passkey is registered already.'],
  webauthn_challenge_not_found: [400, 'Challenge not found or already used'],
  webauthn_challenge_expired: [400, 'Challenge has expired'],
  // The authenticator's answer does not fit. The message says no more, so that a forger learns nothing.
  webauthn_verification_failed: [400, 'Credential verification failed'],
  // An unknown passkey, such as one that its owner has removed.
  webauthn_credential_not_found: [400, 'This passkey is not registered here, or was removed.'],
  // A passkey to be renamed or removed that is not the caller's; the same for somebody else's.
  'webauthn_credential_not_found.own': [404, 'Passkey not found'],

  // Features of the official service that Folio does not have.
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  'feature_disabled.oauth': [404, 'OAuth server is disabled'],
  // For a change of the e-mail address: the same whether or not the other one has an account.
  'feature_disabled.address': [422, 'The email address of an account cannot be changed'],
  phone_provider_disabled: [400, 'Unsupported phone provider'],
  email_provider_disabled: [422, 'Login with magic link is disabled'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  provider_disabled: [400, 'Signing in with an ID token is not enabled'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
  // The provider is unknown, or not configured here.
  'validation_failed.provider': [400, 'Unsupported provider: provider is not enabled'],
  'not_admin.call': [403, 'User not allowed'],

  // Something else changed the account between two steps of a call.
  conflict: [409, 'The account has just been changed. Please try again.'],
} as const satisfies Record<string, readonly [status: number, words: Words]>

type Name = keyof typeof table
type Given<Of extends Name> = (typeof table)[Of][1] extends (...given: infer All) => string ? All : []

/** An error of the table; some messages take arguments. */
export function authError<Of extends Name>(name: Of, ...given: Given<Of>): AuthError {
  const [status, words]: readonly [number, Words] = table[name]
  const message = typeof words === 'string' ? words : words(...(given as never[]))
  return new AuthError(status, name.replace(/\..*/, ''), message)
}

/** Lists every reason, in the official service's words. */
export function weakPassword(reasons: ('length' | 'pwned')[], minLength: number): AuthError {
  const words = {
    length: tooShortWords(minLength),
    pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
  }
  const message = reasons.map((reason) => words[reason]).join(' ')
  return new AuthError(422, 'weak_password', message, { reasons })
}
