import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { markHydrated } from '../boot/hydration.ts'
import { missServer } from '../browser/connection.ts'

/**
 * Starts the app in the empty page that the service worker gives without a network
 * (docs/product/offline.md#without-a-network), whatever the address: there is nothing to hydrate.
 */
export function startShell(router: RegisteredRouter): void {
  missServer()
  const marks = [...document.documentElement.attributes]
  createRoot(document).render(
    <StrictMode>
      <Marked marks={marks} />
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

/** React takes the document over without what the head's script has set on it. */
function Marked({ marks }: { marks: Attr[] }) {
  useLayoutEffect(() => {
    for (const { name, value } of marks) document.documentElement.setAttribute(name, value)
    markHydrated()
  }, [marks])
  return null
}
