import type { AuthError } from '@supabase/auth-js'
import { offlineMessage } from '../../session/offline.ts'

export type AuthField = 'first_name' | 'last_name' | 'email' | 'password' | 'current_password'

/**
 * What a toast says about an attempt that failed, and the field it concerns, if it is one. `isFinal`: the server has
 * refused it, so the same attempt once more would fail again.
 */
export type AuthProblem = { title: string; message: string; field?: AuthField; isFinal?: true }

/** An attempt's failure as the server put it (spec section 8); `title` names the attempt. */
export function refusal(title: string, error: AuthError): AuthProblem {
  // Not an answer of this server, such as a proxy's error page.
  if (error.name === 'AuthUnknownError') return unexpected()
  if (isOffline(error)) return { title, message: offlineMessage }
  const problem = { title, message: wordsFor[error.name] ?? error.message }
  if (error.name === 'AuthRetryableFetchError') return problem
  return { ...problem, field: fieldOf(error), isFinal: true }
}

/** For what the client finds out by itself, in words meant for developers. */
const wordsFor: Partial<Record<string, string>> = {
  AuthSessionMissingError: 'Please open this page from the reset email link.',
  AuthPKCECodeVerifierMissingError: 'This was begun in another browser. Please begin again in this one.',
}

/** True when the server could not be reached at all. */
export const isOffline = (error: AuthError) => error.name === 'AuthRetryableFetchError' && !error.status

/** 'Error' / 'An unexpected error occurred' (spec section 8), unless it is plain that there is no network. */
export function unexpected(): AuthProblem {
  return { title: 'Error', message: navigator.onLine ? 'An unexpected error occurred' : offlineMessage }
}

const fieldByCode: Partial<Record<string, AuthField>> = {
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
  [/^Email/, 'email'],
  [/^Password/, 'password'],
]

// The auth wire has no place for a field's name; the server's messages begin with its label.
function fieldOf({ code, message }: AuthError): AuthField | undefined {
  if (code === 'validation_failed') return fieldByLabel.find(([label]) => label.test(message))?.[1]
  return code ? fieldByCode[code] : undefined
}
