import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { wantedPage } from '../session/wanted-page.ts'

/**
 * Leaves a sign-in page as soon as there is a session: after success here, with one that was there already, or
 * when another tab signs in (spec sections 2 and 4). True while leaving.
 */
export function useGoOnWhenSignedIn(): boolean {
  const router = useRouter()
  const isSignedIn = useSession().status === 'signed_in'
  useEffect(() => {
    if (isSignedIn) void router.navigate({ href: wantedPage(), replace: true })
  }, [isSignedIn, router])
  return isSignedIn
}
