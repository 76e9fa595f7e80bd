import type { AuthError } from '@supabase/auth-js'
import { offlineMessage } from '../session/offline.ts'

export type AuthField = 'first_name' | 'last_name' | 'email' | 'password'

/** What a toast says about an attempt that failed, and the field it concerns, if it is one. */
export type AuthProblem = { title: string; message: string; field?: AuthField }

/** An attempt's failure as the server put it (spec section 8); `title` names the attempt. */
export function refusal(title: string, error: AuthError): AuthProblem {
  // Not an answer of this server, such as a proxy's error page.
  if (error.name === 'AuthUnknownError') return unexpected()
  if (error.name === 'AuthRetryableFetchError' && !error.status) return { title, message: offlineMessage }
  return { title, message: error.message, field: fieldOf(error) }
}

/** 'Error' / 'An unexpected error occurred' (spec section 8), unless it is plain that there is no network. */
export function unexpected(): AuthProblem {
  return { title: 'Error', message: navigator.onLine ? 'An unexpected error occurred' : offlineMessage }
}

const fieldByCode: Partial<Record<string, AuthField>> = {
  invalid_credentials: 'password',
  weak_password: 'password',
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
