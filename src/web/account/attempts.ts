import { follow, loadAuthClient } from '../session/session.ts'
import { type AuthProblem, refusal, unexpected } from './auth-problem.ts'

export type Credentials = { email: string; password: string }

export type NewAccount = Credentials & { first_name: string; last_name: string }

/** Signs in. Resolves with what went wrong, or null: then the session's followers know already. */
export async function signIn({ email, password }: Credentials): Promise<AuthProblem | null> {
  try {
    await follow()
    const client = await loadAuthClient()
    const { error } = await client.signInWithPassword({ email: email.trim(), password })
    return error && refusal('Sign in failed', error)
  } catch {
    return unexpected()
  }
}

/** Makes an account and signs in at once. Resolves with what went wrong, or null. */
export async function signUp(account: NewAccount): Promise<AuthProblem | null> {
  try {
    await follow()
    const client = await loadAuthClient()
    const { error } = await client.signUp({
      email: account.email.trim(),
      password: account.password,
      options: {
        data: { first_name: account.first_name.trim(), last_name: account.last_name.trim() },
        emailRedirectTo: `${window.location.origin}/feed`,
      },
    })
    return error && refusal('Sign up failed', error)
  } catch {
    return unexpected()
  }
}
