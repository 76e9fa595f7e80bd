import { useSyncExternalStore } from 'react'
import { minuteMs } from '../../../shared/time.ts'
import { inBrowser } from '../../browser/storage.ts'

/** How long after asking for a reset link one waits to ask again (docs/product/reset.md#resend-cooldown). */
const cooldownMs = minuteMs
const key = 'folio.reset-cooldown'

/** Begins the wait, in all tabs. Where storage is refused nothing is waited for; the server has a limit of its own. */
export const startCooldown = (): void => inBrowser.write(key, String(Date.now() + cooldownMs))

/** Whole seconds until one may ask again, 0 when one may. */
export function cooldownSecondsLeft(): number {
  return secondsBetween(Date.now(), Number(inBrowser.read(key)))
}

/** Seconds from `now` until `expiry`, both in ms. One further away than any wait was set under another clock: 0. */
export function secondsBetween(now: number, expiry: number): number {
  const left = expiry - now
  return left > 0 && left <= cooldownMs ? Math.ceil(left / 1_000) : 0
}

/** How often the cooldown is looked at (docs/product/reset.md#resend-cooldown). */
const pollMs = 500

/** Whole seconds until another reset link may be asked for, counting down; 0 when one may. The same in all tabs. */
export const useCooldown = (): number => useSyncExternalStore(poll, cooldownSecondsLeft, () => 0)

function poll(look: () => void): () => void {
  const timer = setInterval(look, pollMs)
  return () => clearInterval(timer)
}
