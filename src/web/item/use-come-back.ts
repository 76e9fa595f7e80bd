import { useEffect } from 'react'
import { readStoredSession } from '../session/session.ts'
import { useSignInFirst } from '../session/sign-in-first.ts'

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
