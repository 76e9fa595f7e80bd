import type { ChartPeriod } from '../../clicks/contract.ts'

/** The name of a bucket, given its first day as `2026-11-21`: short under its bar, and in full. */
type BucketNames = { axis: string; name: string }

/**
 * 'Sat' and 'Sat, Nov 21'; 'Nov 16' and 'Nov 16 – 22'; 'N' and 'November 2026'. January's short name has the year: 'J
 * ’27'.
 */
export function bucketNames(period: ChartPeriod, start: string): BucketNames {
  // A date has no time zone: it is read and written in the same one.
  const from = new Date(`${start}T00:00:00Z`)
  if (period === 'day') return { axis: write(from, day), name: write(from, dayInFull) }
  if (period === 'month') {
    const year = from.getUTCMonth() === 0 ? ` ’${start.slice(2, 4)}` : ''
    return { axis: write(from, month) + year, name: write(from, monthInFull) }
  }
  const to = new Date(from)
  to.setUTCDate(to.getUTCDate() + 6)
  // Browsers put spaces of different widths around the dash.
  const name = formatter(dayOfMonth)
    .formatRange(from, to)
    .replaceAll(/\s*–\s*/g, ' – ')
  return { axis: write(from, dayOfMonth), name }
}

const day = { weekday: 'short' } as const
const dayInFull = { weekday: 'short', month: 'short', day: 'numeric' } as const
const dayOfMonth = { month: 'short', day: 'numeric' } as const
const month = { month: 'narrow' } as const
const monthInFull = { month: 'long', year: 'numeric' } as const

const formatter = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' })

const write = (date: Date, parts: Intl.DateTimeFormatOptions) => formatter(parts).format(date)
