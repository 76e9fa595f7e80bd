import { dayMs } from '../../shared/time.ts'

/** Who waits for the answer: a person at the screen, or work in the background. */
export type Caller = 'person' | 'background'

/** The share of a day's calls for background work; the others are left to people. */
const backgroundShare = 0.8
/** Background work spreads its calls over the day, and may be this share of them ahead. */
const ahead = 0.1

/** The number of a day's calls (UTC), by all callers, at which this caller must stop for now. */
export function callsUntil(now: Date, caller: Caller, perDay: number): number {
  if (caller === 'person') return perDay
  const passed = (now.getTime() % dayMs) / dayMs
  return Math.floor(perDay * backgroundShare * Math.min(1, passed + ahead))
}
