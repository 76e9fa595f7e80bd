import { useSyncExternalStore } from 'react'
import { cooldownSecondsLeft } from './reset/cooldown.ts'

/** How often the cooldown is looked at (spec section 9). */
const pollMs = 500

/** Whole seconds until another reset link may be asked for, counting down; 0 when one may. The same in all tabs. */
export const useCooldown = (): number => useSyncExternalStore(poll, cooldownSecondsLeft, () => 0)

function poll(look: () => void): () => void {
  const timer = setInterval(look, pollMs)
  return () => clearInterval(timer)
}
