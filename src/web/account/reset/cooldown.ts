import { useSyncExternalStore } from 'react'
import { minuteMs } from '../../../shared/time.ts'
import { inBrowser } from '../../browser/storage.ts'

/**
 * How long a person waits before asking for another reset link, in milliseconds
 * (docs/product/reset.md#resend-cooldown).
 */
const cooldownMs = minuteMs
const key = 'folio.reset-cooldown'

/** Starts the wait, in all tabs. Where storage is refused there is no wait; the server has a limit of its own. */
export const startCooldown = (): void => inBrowser.write(key, String(Date.now() + cooldownMs))

/** Whole seconds until a link may be asked for again; 0 when it may now. */
export function cooldownSecondsLeft(): number {
  return secondsBetween(Date.now(), Number(inBrowser.read(key)))
}

/** Seconds from `now` until `expiry`, both in ms. 0 where the time is longer than any wait: the clock was set back. */
export function secondsBetween(now: number, expiry: number): number {
  const left = expiry - now
  return left > 0 && left <= cooldownMs ? Math.ceil(left / 1_000) : 0
}

/** How often the countdown is updated, in milliseconds (docs/product/reset.md#resend-cooldown). */
const pollMs = 500

/** Whole seconds until another reset link may be asked for, counting down to 0. The same in all tabs. */
export const useCooldown = (): number => useSyncExternalStore(poll, cooldownSecondsLeft, () => 0)

function poll(look: () => void): () => void {
  const timer = setInterval(look, pollMs)
  return () => clearInterval(timer)
}
