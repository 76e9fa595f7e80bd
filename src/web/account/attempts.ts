import type { AuthError } from '@supabase/auth-js'
import { follow, loadAuthClient } from '../session/session.ts'
import { type AuthProblem, refusal, unexpected } from './sign-in/attempts.ts'

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
export async function attempt(
  title: string,
  call: (client: AuthClient) => Promise<{ error: AuthError | null }>,
): Promise<AuthProblem | null> {
  try {
    await follow()
    const { error } = await call(await loadAuthClient())
    return error && refusal(title, error)
  } catch {
    return unexpected()
  }
}
