import { useLocation } from '@tanstack/react-router'
import { readStoredSession, useSession } from '../../session/session.ts'
import { claimsOf } from '../../session/state-after.ts'
import { resetLinkIn } from '../sign-in/arrival.ts'

/**
 * What allows a new password: a `link`, used up on submitting; a session that such a link began (`recovered`); a
 * session and its current password (`signed_in`); nothing (`none`).
 */
export type ResetWay = 'link' | 'recovered' | 'signed_in' | 'none'

/** The present way, by the address and the stored session. A link wins: it may be for another account. */
export function resetWay(): ResetWay {
  if (resetLinkIn(new URL(window.location.href))) return 'link'
  if (!readStoredSession()) return 'none'
  return isRecoverySession() ? 'recovered' : 'signed_in'
}

/** The present way, as it changes. Null on the server, and in the browser until the session is known. */
export function useResetWay(): ResetWay | null {
  const session = useSession()
  useLocation({ select: ({ href }) => href })
  return session.status === 'loading' ? null : resetWay()
}

/**
 * True when the stored session began with a reset link: it may set a password without the current one. The access token
 * says so (claim `amr`), so this is known after a reload too; the server decides.
 */
function isRecoverySession(): boolean {
  return methodsOf(readStoredSession()?.access_token).includes('recovery')
}

/** How the session of an access token began; empty for a text that is no token. */
export const methodsOf = (accessToken?: string): string[] =>
  (claimsOf(accessToken).amr ?? []).map(({ method }) => method)
