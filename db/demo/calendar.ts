import { dayMs, hourMs } from '../../src/shared/time.ts'

export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** Midnight in UTC before `at`. */
export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)

// How much people use their phones by the hour, from midnight on (UTC): Europe's evening runs into America's day.
const hours = [5, 4, 4, 3, 2, 2, 3, 4, 5, 6, 6, 7, 8, 8, 8, 9, 10, 11, 13, 14, 14, 12, 9, 7]

// From Sunday on.
const weekdays = [1.25, 0.92, 0.88, 0.92, 0.96, 1, 1.14]

/** How busy the day of `at` is, compared with an average one. */
export const busyness = (at: Date): number => weekdays[at.getUTCDay()] ?? 1

/** A moment within a day, in milliseconds after its midnight: more likely when people are awake. */
export function momentOfDay(random: {
  next(): number
  weighted: <T>(l: readonly T[], w: (t: T) => number) => T
}) {
  const hour = random.weighted([...hours.keys()], (one) => hours[one] ?? 0)
  return Math.floor((hour + random.next()) * hourMs)
}
