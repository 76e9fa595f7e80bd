import type { AuthError } from '@supabase/auth-js'
import { offlineMessage } from '../../browser/connection.ts'
import { follow, loadAuthClient } from '../../session/session.ts'

export type Credentials = { email: string; password: string }

export type NewAccount = Credentials & { first_name: string; last_name: string }

type AuthClient = Awaited<ReturnType<typeof loadAuthClient>>

/** Signs in. Resolves with what went wrong, or null: then the session's followers know already. */
export const signIn = ({ email, password }: Credentials) =>
  attempt('Sign in failed', (client) => client.signInWithPassword({ email: email.trim(), password }))

/** Makes an account and signs in at once. Resolves with what went wrong, or null. */
export const signUp = (account: NewAccount) =>
  attempt('Sign up failed', (client) =>
    client.signUp({
      email: account.email.trim(),
      password: account.password,
      options: {
        data: { first_name: account.first_name.trim(), last_name: account.last_name.trim() },
        emailRedirectTo: `${window.location.origin}/feed`,
      },
    }),
  )

/** Signs in with the code that a person came back with. Resolves with what went wrong, under `title`, or null. */
export const exchangeCode = (title: string, code: string) =>
  attempt(title, (client) => client.exchangeCodeForSession(code))

/** Leaves for the provider's own sign-in page. Resolves with what went wrong, or null when the browser is leaving. */
export async function signInWith(provider: 'google' | 'apple'): Promise<AuthProblem | null> {
  // Leaving would end at the browser's own page about it.
  if (!navigator.onLine) return unexpected()
  const redirectTo = `${window.location.origin}/login`
  return attempt('Sign in failed', (client) => client.signInWithOAuth({ provider, options: { redirectTo } }))
}

/** Makes one call of the auth client, with the session's followers listening. */
export const attempt = (title: string, call: (client: AuthClient) => Promise<{ error: AuthError | null }>) =>
  attemptOf(call, (error) => refusal(title, error))

/** The same for calls that fail in ways of their own, which `tell` has words for. */
export async function attemptOf<Failure extends Error>(
  call: (client: AuthClient) => Promise<{ error: Failure | null }>,
  tell: (failure: Failure) => AuthProblem,
): Promise<AuthProblem | null> {
  try {
    await follow()
    const { error } = await call(await loadAuthClient())
    return error && tell(error)
  } catch {
    return unexpected()
  }
}

type AuthField = 'code' | 'first_name' | 'last_name' | 'email' | 'password' | 'current_password'

/**
 * What a toast says about an attempt that failed, and the field it concerns, if it is one. `isFinal`: the server has
 * refused it, so the same attempt once more would fail again.
 */
export type AuthProblem = {
  title: string
  message: string
  field?: AuthField
  /** A mailed link was refused, or what it allowed is over. */
  isOfLink?: true
  /** The account asks for a second step first. */
  owesStep?: true
  isFinal?: true
}

/** An attempt's failure as the server put it (docs/product/sign-in.md#log-in); `title` names the attempt. */
export function refusal(title: string, error: AuthError): AuthProblem {
  // Not an answer of this server, such as a proxy's error page.
  if (error.name === 'AuthUnknownError') return unexpected()
  if (isOffline(error)) return { title, message: offlineMessage }
  const message = wordsFor[error.name] ?? (error.code && wordsForCode[error.code]) ?? error.message
  const problem = { title, message }
  if (error.name === 'AuthRetryableFetchError') return problem
  return {
    ...problem,
    field: fieldOf(error),
    ...(error.code === 'otp_expired' && { isOfLink: true }),
    ...(error.code === 'insufficient_aal' && { owesStep: true }),
    isFinal: true,
  }
}

/** For what the client finds out by itself, in words meant for developers. */
const wordsFor: Partial<Record<string, string>> = {
  AuthSessionMissingError: 'Please open this page from the reset email link.',
  AuthPKCECodeVerifierMissingError: 'This was begun in another browser. Please begin again in this one.',
}

/** Where the official client's words would not help a person on. */
const wordsForCode: Partial<Record<string, string>> = {
  mfa_verification_failed: 'That code is not right, or was used before. Please wait for the next one.',
  mfa_challenge_expired: 'That took too long. Please try again.',
}

/** True when the server could not be reached at all. */
export const isOffline = (error: AuthError) => error.name === 'AuthRetryableFetchError' && !error.status

/**
 * 'Error' / 'An unexpected error occurred' (docs/product/sign-in.md#log-in), unless it is plain that there is no
 * network.
 */
export function unexpected(): AuthProblem {
  return { title: 'Error', message: navigator.onLine ? 'An unexpected error occurred' : offlineMessage }
}

const fieldByCode: Partial<Record<string, AuthField>> = {
  mfa_verification_failed: 'code',
  invalid_credentials: 'password',
  weak_password: 'password',
  same_password: 'password',
  current_password_required: 'current_password',
  current_password_invalid: 'current_password',
  user_already_exists: 'email',
  email_exists: 'email',
}

const fieldByLabel: [RegExp, AuthField][] = [
  [/^First name/, 'first_name'],
  [/^Last name/, 'last_name'],
  [/^Email|email address/, 'email'],
  [/^Password/, 'password'],
]

// The auth wire has no place for a field's name; the server's messages begin with its label.
function fieldOf({ code, message }: AuthError): AuthField | undefined {
  if (code === 'validation_failed') return fieldByLabel.find(([label]) => label.test(message))?.[1]
  return code ? fieldByCode[code] : undefined
}
