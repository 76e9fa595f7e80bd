import { useLocation } from '@tanstack/react-router'
import { claimsOf, readStoredSession, useSession } from '../../session/session.ts'
import { resetLinkIn } from '../sign-in/arrival.ts'

/**
 * What entitles to a new password: a `link` that is used up on submitting; a session that such a link began
 * (`recovered`); a session and its current password (`signed_in`); nothing (`none`).
 */
export type ResetWay = 'link' | 'recovered' | 'signed_in' | 'none'

/** The way at this moment, by the address and the stored session. A link wins: it may be for another account. */
export function resetWay(): ResetWay {
  if (resetLinkIn(new URL(window.location.href))) return 'link'
  if (!readStoredSession()) return 'none'
  return isRecoverySession() ? 'recovered' : 'signed_in'
}

/** The way, kept current. Null on the server, and in the browser until the session is known. */
export function useResetWay(): ResetWay | null {
  const session = useSession()
  useLocation({ select: ({ href }) => href })
  return session.status === 'loading' ? null : resetWay()
}

/**
 * True when the stored session was begun by following a reset link: it may set a password without giving the current
 * one. The server decides; its access token tells (claim `amr`), so this is known after a reload, too.
 */
function isRecoverySession(): boolean {
  return methodsOf(readStoredSession()?.access_token).includes('recovery')
}

/** How the session of an access token was begun; nothing for what is no token. */
export const methodsOf = (accessToken?: string): string[] =>
  (claimsOf(accessToken).amr ?? []).map(({ method }) => method)
