import { zoneOf } from '../../../shared/dates/time-zone.ts'
import { monthAfter } from '../../../shared/payouts/months.ts'

/** A month with where it begins and where the next one does: days, or moments in a time zone. */
export type MonthBounds = { month: string; begins: string; ends: string }

/** The months of some days. */
export const monthsOfDays = (days: string[]): MonthBounds[] =>
  boundsOf(
    days.map((day) => day.slice(0, 7)),
    (day) => day,
  )

/** The months of some moments, as they begin in a time zone. */
export function monthsOfMoments(moments: Date[], timeZone: string): MonthBounds[] {
  const zone = zoneOf(timeZone)
  return boundsOf(
    moments.map((at) => zone.dayOf(at).slice(0, 7)),
    (day) => zone.startOf(day).toISOString(),
  )
}

const boundsOf = (months: string[], startOf: (day: string) => string): MonthBounds[] =>
  [...new Set(months)].map((month) => ({
    month,
    begins: startOf(`${month}-01`),
    ends: startOf(`${monthAfter(month)}-01`),
  }))
