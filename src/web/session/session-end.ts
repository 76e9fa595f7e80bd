import { useEffect } from 'react'
import { knownSession, readStoredSession, recheckSession } from './session.ts'
import { useSignInFirst } from './sign-in-first.ts'
import { rememberWanted } from './wanted.ts'

export const sessionEnded = 'Your session has ended. Please sign in again.'

/** The address of this page with the dialog open on it (docs/product/addresses.md#the-query-add). */
export function addressWithDialog(): string {
  const address = new URL(window.location.href)
  address.searchParams.set('add', 'true')
  return address.pathname + address.search
}

/**
 * For a call that was refused because the session is missing: once the session is known to be over, the page redirects
 * to sign-in, and the person comes back to the open dialog. Without this, protected pages remember only their own
 * address.
 */
export async function comeBackToDialog(): Promise<void> {
  const wanted = addressWithDialog()
  try {
    await recheckSession()
    const session = await knownSession()
    if (session.status === 'signed_out') rememberWanted(wanted)
  } catch {
    // The check failed: the person stays, with the message that was shown.
  }
}

/**
 * People who lose the session while a dialog is open sign in and come back to this page. The dialog closes with the
 * session, and may be unmounted before it learns of the end itself.
 */
export function useComeBack(): void {
  const signInFirst = useSignInFirst()
  useEffect(() => {
    const { pathname, search } = window.location
    const leave = () => {
      if (!readStoredSession()) signInFirst(pathname + search)
    }
    // After everything else has closed, such as the question about unsaved work.
    return () => queueMicrotask(leave)
  }, [signInFirst])
}
