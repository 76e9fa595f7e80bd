import type { RegisteredRouter } from '@tanstack/react-router'
import { whenHydrated } from '../boot/hydration.ts'
import { knownSession } from '../session/session.ts'

/** Resolves at the first touch, press or key. */
const firstUse = () =>
  new Promise<unknown>((resolve) => {
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, resolve, { once: true })
  })

/**
 * Loads ahead what the next tap needs, so that it is answered at once, even without a connection. For creators once the
 * page has loaded and the browser is idle; for visitors, most of whom read one page, once they use it.
 */
export async function loadAhead(router: RegisteredRouter): Promise<void> {
  await whenHydrated()
  const { status } = await knownSession()
  if (status === 'signed_out') await firstUse()
  const { bringParts } = await import('./ahead.ts')
  await bringParts(router, status === 'signed_in')
}
