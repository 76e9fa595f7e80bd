import { dayMs } from '../../shared/time.ts'

/** Who waits for the answer: a person at the screen, or work in the background. */
export type Caller = 'person' | 'background'

/** The part of a day's calls that the background may make; the others are left to people. */
const backgroundShare = 0.8
/** The background spreads its calls over the day, and may be so much of them ahead. */
const ahead = 0.1

/** How many of a day's calls (UTC) all may have made before this caller may make none, so far. */
export function callsUntil(now: Date, caller: Caller, perDay: number): number {
  if (caller === 'person') return perDay
  const passed = (now.getTime() % dayMs) / dayMs
  return Math.floor(perDay * backgroundShare * Math.min(1, passed + ahead))
}
