import { useEffect } from 'react'
import { knownSession, readStoredSession, recheckSession } from './session.ts'
import { useSignInFirst } from './sign-in-first.ts'
import { rememberWanted } from './wanted.ts'

export const sessionEnded = 'Your session has ended. Please sign in again.'

/** This page's address with what opens the dialog on it (docs/product/addresses.md#the-query-add). */
export function addressWithDialog(): string {
  const address = new URL(window.location.href)
  address.searchParams.set('add', 'true')
  return address.pathname + address.search
}

/**
 * For a call that was refused for want of a session: the page leaves for sign-in once the session is known to be
 * over, and protected pages remember only themselves. This has the person come back to the open dialog.
 */
export async function comeBackToDialog(): Promise<void> {
  const wanted = addressWithDialog()
  try {
    await recheckSession()
    const session = await knownSession()
    if (session.status === 'signed_out') rememberWanted(wanted)
  } catch {
    // It could not be asked just now: the person stays, with the message that was shown.
  }
}

/**
 * Whoever loses the session while something is open signs in and comes back to this page. What is open goes with the
 * session, and the page around may take it away before it hears of that itself.
 */
export function useComeBack(): void {
  const signInFirst = useSignInFirst()
  useEffect(() => {
    const { pathname, search } = window.location
    const leave = () => {
      if (!readStoredSession()) signInFirst(pathname + search)
    }
    // Once everything else that goes has gone, such as the question about unsaved work.
    return () => queueMicrotask(leave)
  }, [signInFirst])
}
