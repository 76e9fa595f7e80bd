import { dateText, utcParts } from '../../shared/dates/date-format.ts'
import { dayMs } from '../../shared/time.ts'
import type { ViewerTime } from './viewer-time.ts'

/**
 * When a price was read, in words: 'as of 9:40 AM today' for a viewer whose time zone is known, and 'as of Nov 21,
 * 09:40 UTC' in HTML that is the same for everyone (Amazon policy: a price is shown with its time).
 */
export function asOfText(iso: string, viewer: ViewerTime): string {
  const at = new Date(iso)
  if (!viewer) {
    const { month, day, clock } = utcParts(at)
    return `as of ${month} ${day}, ${clock} UTC`
  }
  const { now, timeZone, hour12 } = viewer
  return `as of ${clockOf(at, timeZone, hour12)} ${nearDay(at, now, timeZone) ?? `on ${dayOf(at, timeZone)}`}`
}

function nearDay(at: Date, now: Date, timeZone: string): string | undefined {
  if (sameDay(at, now, timeZone)) return 'today'
  return sameDay(at, new Date(now.getTime() - dayMs), timeZone) ? 'yesterday' : undefined
}

const sameDay = (one: Date, other: Date, timeZone: string) =>
  dateIn(one, timeZone) === dateIn(other, timeZone)

const dateIn = (at: Date, timeZone: string) => dateText(at, { dateStyle: 'short', timeZone })

const dayOf = (at: Date, timeZone: string) => dateText(at, { month: 'short', day: 'numeric', timeZone })

const clockOf = (at: Date, timeZone: string, hour12: boolean) =>
  dateText(at, {
    hour: hour12 ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: hour12 ? 'h12' : 'h23',
    timeZone,
  })
