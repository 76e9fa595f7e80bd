import { recheckSession, signOut } from '../../session/session.ts'
import type { ResetLink } from '../sign-in/arrival.ts'
import { type AuthProblem, attempt } from '../sign-in/attempts.ts'

const title = 'Reset failed'

/** Signs in by a reset link, which works once. Resolves with what went wrong, or null. */
export const followResetLink = (link: ResetLink): Promise<AuthProblem | null> =>
  attempt(title, (client) =>
    link.kind === 'token'
      ? client.verifyOtp({ token_hash: link.tokenHash, type: 'recovery' })
      : client.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }),
  )

/** Sets the session's password; `current` where the session needs it. Resolves with what went wrong, or null. */
export const setPassword = (password: string, current?: string): Promise<AuthProblem | null> =>
  attempt(title, async (client) => {
    const change = { password, ...(current !== undefined && { current_password: current }) }
    const { error } = await client.updateUser(change)
    // Ended elsewhere: then there is nothing to set a password with, and the page shows it.
    if (error?.name === 'AuthSessionMissingError') await recheckSession()
    return { error }
  })

/** Signs out everywhere; where the server cannot be told, here at least: it has ended the other sessions already. */
export async function leaveEverywhere(): Promise<void> {
  await signOut().catch(() => signOut('local').catch(() => {}))
}
