import { setTimeout as wait } from 'node:timers/promises'
import type { Deadline } from './deadline.ts'

/** Spaces calls so that a limit of so many a second, shared by all callers, is kept. */
export type Pacer = {
  /** Waits for this caller's turn. False, at once, when the turn would come after the deadline. */
  turn(deadline: Deadline): Promise<boolean>
  /** Lets no turn begin for `ms`. */
  pause(ms: number): void
}

/** A pacer that lets one turn begin every `intervalMs`. */
export function createPacer(intervalMs: number): Pacer {
  let nextTurn = 0
  let pausedUntil = 0
  return {
    turn: async (deadline) => {
      for (;;) {
        const now = performance.now()
        const turn = Math.max(now, nextTurn, pausedUntil)
        if (turn - now >= deadline.msLeft()) return false
        nextTurn = turn + intervalMs
        await wait(turn - now)
        // A pause that began meanwhile holds for those already waiting too.
        if (performance.now() >= pausedUntil) return true
      }
    },
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}
