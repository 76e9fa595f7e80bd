import type { EarningsPeriod } from '../../../earnings/contract.ts'
import { bucketNames } from '../../chart/bucket-names.ts'

/** The letters of the period switch, with their names (docs/product/earnings.md#periods). */
export const periodSegments = [
  { value: 'D', label: 'D', name: 'Day' },
  { value: 'W', label: 'W', name: 'Week' },
  { value: 'M', label: 'M', name: 'Month' },
  { value: 'Y', label: 'Y', name: 'Year' },
] as const satisfies readonly { value: EarningsPeriod; label: string; name: string }[]

export const firstPeriod: EarningsPeriod = 'M'

type PeriodWords = {
  /** What the figures cover. */
  figures: string
  /** What the chart covers. */
  chart: string
  /** What one bar stands for. */
  unit: string
  /** What the figures are compared with. */
  before: string
}

export const periodWords: Record<EarningsPeriod, PeriodWords> = {
  D: { figures: 'Today', chart: 'Last 7 days', unit: 'Day', before: 'all of yesterday' },
  W: { figures: 'Last 4 weeks', chart: 'Last 4 weeks', unit: 'Week', before: 'the 4 weeks before' },
  M: { figures: 'Last 12 months', chart: 'Last 12 months', unit: 'Month', before: 'the 12 months before' },
  Y: { figures: 'Last 5 years', chart: 'Last 5 years', unit: 'Year', before: 'the 5 years before' },
}

const chartPeriods = { D: 'day', W: 'week', M: 'month' } as const

/** The names of a bar by its first day, such as `2026-11-01`: under the bar and in full. */
export function barNames(period: EarningsPeriod, start: string): { axis: string; name: string } {
  const year = start.slice(0, 4)
  return period === 'Y' ? { axis: year, name: year } : bucketNames(chartPeriods[period], start)
}

/** The name of the current, unfinished bar: 'November so far'. */
export function soFarText(period: EarningsPeriod, start: string): string {
  if (period === 'D') return 'Today so far'
  if (period === 'W') return 'This week so far'
  if (period === 'Y') return `${start.slice(0, 4)} so far`
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
  return `${month.format(new Date(`${start}T00:00:00Z`))} so far`
}
