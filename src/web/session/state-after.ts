import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { type SessionState, signedOut } from './session-state.ts'

const owingStep: SessionState = { status: 'signed_out', chosen: false, owesStep: true }
const signedOutByChoice: SessionState = { status: 'signed_out', chosen: true }

type Circumstances = {
  /** The session as the browser stores it. */
  stored: Partial<Session> | null
  /** The person is signing out here. */
  isSigningOut: boolean
}

/** Who is signed in after an event of the auth client. Visitors have none: this file is loaded with that client. */
export function stateAfter(
  event: AuthChangeEvent,
  session: Session | null,
  { stored, isSigningOut }: Circumstances,
): SessionState {
  if (session) return owesStep(session) ? owingStep : { status: 'signed_in', userId: session.user.id }
  if (event === 'SIGNED_OUT') return isSigningOut ? signedOutByChoice : signedOut
  // Without a network an expired token cannot be renewed now; the session still exists and can be renewed later.
  if (stored && owesStep(stored)) return owingStep
  const userId = stored?.user?.id
  return userId ? { status: 'signed_in', userId } : signedOut
}

/**
 * True if the account asks for a second step that the session has not shown. The server decides; this only follows it.
 */
export function owesStep({ access_token, user }: Partial<Session>): boolean {
  const asks = user?.factors?.some(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  )
  return asks === true && claimsOf(access_token).aal !== 'aal2'
}

/** The claims of an access token, unverified; empty for an invalid one. */
export function claimsOf(accessToken = ''): { aal?: string; amr?: { method: string }[] } {
  try {
    const [, claims = ''] = accessToken.split('.')
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return {}
  }
}
