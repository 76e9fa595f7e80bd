import { withProof } from '../../api/proof.ts'
import { recheckSession, signOut } from '../../session/session.ts'
import type { ResetLink } from '../sign-in/arrival.ts'
import { type AuthProblem, attempt } from '../sign-in/attempts.ts'

const title = 'Reset failed'

/** Signs in by a reset link, which works once. Resolves to what went wrong, or null. */
export const followResetLink = (link: ResetLink): Promise<AuthProblem | null> =>
  attempt(title, (client) =>
    link.kind === 'token'
      ? client.verifyOtp({ token_hash: link.tokenHash, type: 'recovery' })
      : client.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }),
  )

/** Sets the session's password; `current` where the session needs it. Resolves to what went wrong, or null. */
export const setPassword = (password: string, current?: string): Promise<AuthProblem | null> =>
  attempt(title, async (client) => {
    const change = { password, ...(current !== undefined && { current_password: current }) }
    const { error } = await withProof(() => client.updateUser(change))
    // The session ended elsewhere: nothing can set a password now, and the page shows it.
    if (error?.name === 'AuthSessionMissingError') await recheckSession()
    return { error }
  })

/**
 * Signs out everywhere, or only in this browser where the server cannot be reached: it has already ended the other
 * sessions.
 */
export async function leaveEverywhere(): Promise<void> {
  await signOut().catch(() => signOut('local').catch(() => {}))
}
