import { utcDay } from '../time.ts'

/** The month after one, as `2026-11`, or that many months after it. */
export function monthAfter(month: string, count = 1): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return utcDay(Date.UTC(year, number - 1 + count, 1)).slice(0, 7)
}
