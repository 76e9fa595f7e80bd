import { dateText } from '../../shared/dates/date-format.ts'
import { viewerZone } from './viewer-zone.ts'

const inUtc = { timeZone: 'UTC' } as const
const day = { month: 'short', day: 'numeric' } as const
const dayOfYear = { ...day, year: 'numeric' } as const

/** The day of a moment in the viewer's time zone: 'Nov 18', 'Nov 18, 2025'. */
export function momentDay(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const timeZone = viewerZone()
  const yearOf = (moment: Date) => dateText(moment, { year: 'numeric', timeZone })
  return dateText(at, { ...(yearOf(at) === yearOf(now) ? day : dayOfYear), timeZone })
}

/** The month of a moment in the viewer's time zone: '2026-11'. */
export function momentMonth(iso: string): string {
  const part = (format: Intl.DateTimeFormatOptions) =>
    dateText(new Date(iso), { ...format, timeZone: viewerZone() })
  return `${part({ year: 'numeric' })}-${part({ month: '2-digit' })}`
}

/** A moment in the viewer's time zone: 'Nov 3, 2:02 pm'. */
export function momentText(iso: string): string {
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: viewerZone() } as const
  const time = dateText(new Date(iso), clock).toLowerCase()
  return `${momentDay(iso)}, ${time}`
}

/** The day of a moment in a time zone, as on statements: 'Nov 18'. */
export const zonedDayText = (iso: string, timeZone: string): string =>
  dateText(new Date(iso), { ...day, timeZone })

/** The day of a moment in UTC with its year, as on paper: 'Nov 18, 2026'. */
export const utcDayOfYear = (iso: string): string => dateText(new Date(iso), { ...dayOfYear, ...inUtc })
