import type { AuthError, User } from '@supabase/auth-js'
import { offlineMessage } from '../../browser/connection.ts'
import { follow, loadAuthClient } from '../../session/session.ts'

export type Credentials = { email: string; password: string }

export type NewAccount = Credentials & { first_name: string; last_name: string }

type AuthClient = Awaited<ReturnType<typeof loadAuthClient>>

/** Signs in. Resolves to what went wrong, or null: then listeners of the session were already notified. */
export const signIn = ({ email, password }: Credentials) =>
  attempt('Sign in failed', (client) => client.signInWithPassword({ email: email.trim(), password }))

/** Makes an account and signs in. Resolves to what went wrong, or null. */
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

/**
 * Signs in with the code that a provider sent back. Resolves to what went wrong, under `title`, or null; `onNew` is
 * called where this made the account.
 */
export const exchangeCode = (title: string, code: string, onNew: () => void) =>
  attempt(title, async (client) => {
    const answer = await client.exchangeCodeForSession(code)
    if (answer.data.user && isNew(answer.data.user)) onNew()
    return answer
  })

/** An account is made when the provider sends the person back, a moment before. */
const isNew = ({ created_at, last_sign_in_at }: Pick<User, 'created_at' | 'last_sign_in_at'>) =>
  Date.parse(last_sign_in_at ?? '') - Date.parse(created_at) < 60_000

/** Goes to the provider's own sign-in page. Resolves to what went wrong, or null when the browser is leaving. */
export async function signInWith(provider: 'google' | 'apple'): Promise<AuthProblem | null> {
  // Without a network the browser would show its own error page.
  if (!navigator.onLine) return unexpected()
  const redirectTo = `${window.location.origin}/login`
  return attempt('Sign in failed', (client) => client.signInWithOAuth({ provider, options: { redirectTo } }))
}

/** Makes one call of the auth client while the session's events are followed. Resolves to what went wrong, or null. */
export const attempt = (title: string, call: (client: AuthClient) => Promise<{ error: AuthError | null }>) =>
  attemptOf(call, (error) => refusal(title, error))

/** The same for calls with error types of their own, which `explain` turns into messages. */
export async function attemptOf<Failure extends Error>(
  call: (client: AuthClient) => Promise<{ error: Failure | null }>,
  explain: (failure: Failure) => AuthProblem,
): Promise<AuthProblem | null> {
  try {
    await follow()
    const { error } = await call(await loadAuthClient())
    return error && explain(error)
  } catch {
    return unexpected()
  }
}

type AuthField = 'code' | 'nonce' | 'first_name' | 'last_name' | 'email' | 'password' | 'current_password'

/**
 * What a toast says about a failed attempt, and the field it concerns, if any. `isFinal`: the server refused it, so the
 * same attempt would fail again.
 */
export type AuthProblem = {
  title: string
  message: string
  field?: AuthField
  /** A mailed link was refused, or its permission has expired. */
  isOfLink?: true
  /** The account needs a second step first. */
  owesStep?: true
  isFinal?: true
}

/**
 * The message about a failed attempt, in the server's words (docs/product/sign-in.md#log-in); `title` names the
 * attempt.
 */
export function refusal(title: string, error: AuthError): AuthProblem {
  // The answer is not from this server, such as a proxy's error page.
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

/** Our messages for failures of the client itself, whose own messages are for developers. */
const wordsFor: Partial<Record<string, string>> = {
  AuthSessionMissingError: 'Please open this page from the reset email link.',
  AuthPKCECodeVerifierMissingError: 'This was begun in another browser. Please begin again in this one.',
}

/** Our messages where the official client's would not help a person. */
const wordsForCode: Partial<Record<string, string>> = {
  mfa_verification_failed: 'That code is not right, or was used before. Please wait for the next one.',
  mfa_challenge_expired: 'That took too long. Please try again.',
}

/** True when the server could not be reached at all. */
export const isOffline = (error: AuthError) => error.name === 'AuthRetryableFetchError' && !error.status

/** 'Error' / 'An unexpected error occurred' (docs/product/sign-in.md#log-in), or that the browser is offline. */
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

// The protocol of the auth client does not name fields; the server's messages begin with the field's label.
function fieldOf({ code, message }: AuthError): AuthField | undefined {
  if (code === 'validation_failed') return fieldByLabel.find(([label]) => label.test(message))?.[1]
  return code ? fieldByCode[code] : undefined
}
