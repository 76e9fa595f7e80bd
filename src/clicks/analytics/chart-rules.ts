import { zoneOf } from '../../shared/dates/time-zone.ts'
import { dayMs, utcDay } from '../../shared/time.ts'
import type { ChartPeriod } from '../contract.ts'

/** The kinds of buckets. A product's chart has no years, a creator's has. */
export type BucketLength = ChartPeriod | 'year'

const bucketsOf: Record<BucketLength, number> = { day: 7, week: 4, month: 12, year: 5 }

/**
 * A boundary of buckets: the time between two neighbouring edges is one bucket. `at` is its instant, a full quarter of
 * an hour; `midnight` is the nearest UTC midnight, so that a bucket is whole UTC days and a few quarters of an hour.
 */
export type ChartEdge = { day: string; at: Date; midnight: Date }

/**
 * The edges of a chart, oldest first, that ends with the bucket of `now`, by the calendar of an IANA time zone. A day
 * lasts from its first instant to that of the next: 23, 24 or 25 hours, or none where a country skipped it.
 */
export const chartEdges = (period: BucketLength, now: Date, timeZone: string): ChartEdge[] =>
  chartDays(period, zoneOf(timeZone).dayOf(now)).map((day) => edgeOf(day, timeZone))

/** The edges of a chart, preceded by the edge at which the chart before it begins. */
export const chartEdgesWithBefore = (period: BucketLength, now: Date, timeZone: string): ChartEdge[] => [
  edgeOf(startOfBucket(period, zoneOf(timeZone).dayOf(now), 1 - 2 * bucketsOf[period]), timeZone),
  ...chartEdges(period, now, timeZone),
]

function edgeOf(day: string, timeZone: string): ChartEdge {
  const at = zoneOf(timeZone).startOf(day)
  return { day, at, midnight: new Date(Math.round(at.getTime() / dayMs) * dayMs) }
}

/**
 * The first days of a chart's buckets and, last, the day after the last bucket: dates as `2026-11-21`, oldest first,
 * with `today` in the last bucket. Weeks begin on Monday. 7 days, 4 weeks, 12 months or 5 years
 * (docs/product/limits.md#charts).
 */
export function chartDays(period: BucketLength, today: string): string[] {
  const buckets = bucketsOf[period]
  return Array.from({ length: buckets + 1 }, (_, i) => startOfBucket(period, today, i - buckets + 1))
}

function startOfBucket(period: BucketLength, today: string, offset: number): string {
  const day = new Date(`${today}T00:00:00Z`)
  if (period === 'day') day.setUTCDate(day.getUTCDate() + offset)
  if (period === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 7 * offset)
  if (period === 'month') day.setUTCMonth(day.getUTCMonth() + offset, 1)
  if (period === 'year') day.setUTCFullYear(day.getUTCFullYear() + offset, 0, 1)
  return utcDay(day)
}
