import { dateText, utcParts } from '../../shared/dates/date-format.ts'
import { minuteMs } from '../../shared/time.ts'
import type { ViewerTime } from './viewer-time.ts'

// Made at first use, and once.
let relative: Intl.RelativeTimeFormat | undefined

/** How long ago something was published: 'just now', '5 minutes ago', 'yesterday', later its date. */
export function ageText(iso: string, viewer: ViewerTime): string {
  const at = new Date(iso)
  const age = ageOf(at, viewer)
  if (!age) return dateOf(at, viewer)
  if (age.unit === 'now') return 'just now'
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return relative.format(-age.count, age.unit)
}

/** The same in a few characters, beside a username: 'now', '5 min', '2 h', '3 d'. */
export function shortAgeText(iso: string, viewer: ViewerTime): string {
  const at = new Date(iso)
  const age = ageOf(at, viewer)
  if (!age) return dateOf(at, viewer)
  return age.unit === 'now' ? 'now' : `${age.count} ${shortUnits[age.unit]}`
}

const shortUnits = { minute: 'min', hour: 'h', day: 'd' }

type Age = { unit: 'now' } | { unit: 'minute' | 'hour' | 'day'; count: number }

/** Null where a date says it better: after a week, and while the viewer's clock is unknown. */
function ageOf(at: Date, viewer: ViewerTime): Age | null {
  if (!viewer) return null
  const minutes = Math.floor((viewer.now.getTime() - at.getTime()) / minuteMs)
  if (minutes < 1) return { unit: 'now' }
  if (minutes < 60) return { unit: 'minute', count: minutes }
  if (minutes < 24 * 60) return { unit: 'hour', count: Math.floor(minutes / 60) }
  const days = Math.floor(minutes / (24 * 60))
  return days < 7 ? { unit: 'day', count: days } : null
}

function dateOf(at: Date, viewer: ViewerTime): string {
  if (viewer) return dateText(at, { dateStyle: 'medium', timeZone: viewer.timeZone })
  const { month, day, year } = utcParts(at)
  return `${month} ${day}, ${year}`
}
