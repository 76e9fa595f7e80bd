import type { RegisteredRouter } from '@tanstack/react-router'
import { takenOver } from '../browser/taken-over.ts'
import { knownSession } from '../session/session.ts'

/** Resolves at the first touch, press or key. */
const firstUse = () =>
  new Promise<unknown>((resolve) => {
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, resolve, { once: true })
  })

/**
 * Brings what the next tap needs before it comes, so that it is answered at once, and without a connection, too. For
 * members when the page stands and nobody waits for anything; for visitors, of whom most read one page and go, once they
 * use it.
 */
export async function loadAhead(router: RegisteredRouter): Promise<void> {
  await takenOver()
  const { status } = await knownSession()
  if (status === 'signed_out') await firstUse()
  const { bringParts } = await import('./ahead.ts')
  await bringParts(router, status === 'signed_in')
}
