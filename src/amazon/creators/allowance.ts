import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { DB } from '../../platform/database/schema.ts'
import { utcDay } from '../../shared/time.ts'
import { type Caller, callsUntil } from './allowance-rules.ts'
import { isPaused, pauseTurns, readTurns, takeTurn } from './allowance-sql.ts'

/** `busy`: no turn came free before the deadline. `spent`: this caller has made the calls it may for now. */
type Turn = 'granted' | 'busy' | 'spent'

/** The calls that Amazon allows the account: so many a second and a day (UTC), all processes together. */
export type Allowance = {
  /** Waits for this caller's turn. */
  turn(caller: Caller, deadline: Deadline): Promise<Turn>
  /** Lets nobody's turn begin for `ms`. */
  pause(ms: number): Promise<void>
}

export type CallLimits = { perSecond: number; perDay: number }

/**
 * The allowance as the database counts it. People's turns come one after the other. Background work does not queue: it
 * takes a turn only when one has been left unused before it, so that a person always finds the next one free. It leaves
 * a fifth of the day's calls to people, and spreads its own over the day.
 */
export function createAllowance(db: Kysely<DB>, { perSecond, perDay }: CallLimits, clock: Clock): Allowance {
  const intervalMs = 1000 / perSecond
  const shareOf = (caller: Caller) => {
    const now = clock()
    return { day: utcDay(now), calls: callsUntil(now, caller, perDay) }
  }

  async function personTurn(deadline: Deadline): Promise<Turn> {
    while (deadline.msLeft() > 0) {
      const ms = await takeTurn(db, shareOf('person'), { intervalMs, withinMs: deadline.msLeft() })
      if (ms === undefined) return (await readTurns(db, shareOf('person'))).isSpent ? 'spent' : 'busy'
      if (ms === 0) return 'granted'
      await wait(ms)
      // A pause that has begun meanwhile also holds for those already waiting.
      if (!(await isPaused(db))) return 'granted'
    }
    return 'busy'
  }

  async function backgroundTurn(deadline: Deadline): Promise<Turn> {
    while (deadline.msLeft() > 0) {
      const share = shareOf('background')
      if ((await takeTurn(db, share, { intervalMs, withinMs: -intervalMs })) !== undefined) return 'granted'
      const { msToNext, isSpent } = await readTurns(db, share)
      const ms = Math.max(1, msToNext + intervalMs)
      if (isSpent) return 'spent'
      if (ms >= deadline.msLeft()) return 'busy'
      await wait(ms, undefined, { signal: deadline.signal }).catch(() => {})
    }
    return 'busy'
  }

  return {
    turn: (caller, deadline) => (caller === 'person' ? personTurn(deadline) : backgroundTurn(deadline)),
    pause: (ms) => pauseTurns(db, ms),
  }
}

/** The end of a piece of work, as a signal and as the time left. */
export type Deadline = { signal: AbortSignal; msLeft(): number }

/** A deadline `ms` from now, or as soon as `stopping` is aborted. */
export function deadlineIn(ms: number, stopping?: AbortSignal): Deadline {
  const end = performance.now() + ms
  const timeout = AbortSignal.timeout(ms)
  return {
    signal: stopping ? AbortSignal.any([timeout, stopping]) : timeout,
    msLeft: () => (stopping?.aborted ? 0 : end - performance.now()),
  }
}
