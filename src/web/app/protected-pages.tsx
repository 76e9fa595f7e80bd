import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { QueryScope } from '../api/query-client.tsx'
import { useSession } from '../session/session.ts'
import { rememberWanted } from '../session/wanted.ts'
import { PagePending } from './default-pages.tsx'
import { signInPage } from './sign-in-page.ts'

/**
 * The page while somebody is signed in; without a session it redirects to the sign-in page
 * (docs/product/addresses.md#protected-pages).
 */
export function ProtectedPages() {
  const session = useSession()
  useLeaveWhenSignedOut()
  if (session.status !== 'signed_in') return <PagePending />
  return (
    <QueryScope key={session.userId}>
      <Outlet />
    </QueryScope>
  )
}

/** People whose session ended elsewhere come back to the page afterwards; people who signed out here do not. */
function useLeaveWhenSignedOut() {
  const session = useSession()
  const router = useRouter()
  useEffect(() => {
    if (session.status !== 'signed_out') return
    if (!session.chosen) rememberWanted(router.latestLocation.href)
    void router.navigate({ to: signInPage(router.latestLocation.pathname), replace: true })
  }, [session, router])
}
