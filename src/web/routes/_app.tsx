import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { ProtectedPages } from '../app/protected-pages.tsx'
import { signInPage } from '../app/sign-in-page.ts'
import { whenHydrated } from '../boot/hydration.ts'
import { offlineMessage } from '../browser/connection.ts'
import { waitsForServer } from '../offline/shown.ts'
import { knownSession } from '../session/session.ts'
import { rememberWanted } from '../session/wanted.ts'

/** Pages for signed-in people, rendered in the browser alone (docs/product/addresses.md#protected-pages). */
export const Route = createFileRoute('/_app')({
  ssr: false,
  beforeLoad: async ({ location, preload }) => {
    // No redirect before hydration is over: React would compare the server's page with another one.
    await whenHydrated()
    const session = await knownSession()
    if (session.status === 'signed_in') {
      if (waitsForServer(location.pathname)) throw new ApiError(0, 'network', offlineMessage)
      return
    }
    if (!preload) rememberWanted(location.href)
    throw redirect({ to: signInPage(location.pathname), replace: true })
  },
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: ProtectedPages,
})
