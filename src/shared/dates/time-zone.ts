import { hourMs, minuteMs, utcDay } from '../time.ts'

export function isTimeZone(name: string): boolean {
  // JavaScript also accepts offsets such as +05:30, but they have no clock changes.
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** The clocks and calendars of an IANA time zone. */
export type Zone = {
  /** The calendar's day at an instant, as `2026-11-21`. */
  dayOf(at: Date): string
  /** The first instant of a day. Midnight may come twice when clocks are put back, or not at all. */
  startOf(day: string): Date
  /** The time that the clocks show at an instant, as if it were UTC. */
  clockOf(at: Date): number
  /** The instant at which the clocks show a time, given as if it were UTC. */
  instantOf(clock: number): Date
}

/** Zones change on whole quarters of an hour. */
const quarterMs = 15 * minuteMs

/** By name. A formatter takes long to make, and memory outside the heap that only a large collection frees. */
const made = new Map<string, Zone>()

/** The {@link Zone} of a name. Throws RangeError if there is none. */
export function zoneOf(timeZone: string): Zone {
  const zone = made.get(timeZone) ?? makeZone(timeZone)
  // There are some 600 names, but each may be written in capitals here and there.
  if (made.size > 100) made.clear()
  made.set(timeZone, zone)
  return zone
}

/** Results are cached by quarter of an hour, since reports have millions of rows. */
function makeZone(timeZone: string): Zone {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()

  /** How far the zone's clocks are ahead of UTC at an instant. */
  function offsetMs(instant: number): number {
    const quarter = Math.floor(instant / quarterMs)
    const remembered = known.get(quarter)
    if (remembered !== undefined) return remembered
    const [, sign, hours = 0, minutes = 0] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(formatter.format(instant)) ?? []
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs)
    if (known.size > 10_000) known.clear()
    known.set(quarter, offset)
    return offset
  }

  const clockOf = (instant: number) => instant + offsetMs(instant)
  const dayOf = (instant: number) => utcDay(clockOf(instant))
  return {
    dayOf: (at) => dayOf(at.getTime()),
    startOf: (day) => new Date(firstQuarter(Date.parse(day), (quarter) => dayOf(quarter) >= day)),
    clockOf: (at) => clockOf(at.getTime()),
    instantOf(clock) {
      const near = clock - offsetMs(clock)
      return new Date(clock - offsetMs(near))
    },
  }
}

/** The first quarter of an hour of a day, found by bisection. */
function firstQuarter(utcMidnight: number, hasBegun: (quarter: number) => boolean): number {
  // No zone is 16 hours ahead or behind: at the first bound no zone has begun the day, at the second every one has.
  let earlier = utcMidnight - 16 * hourMs
  let later = utcMidnight + 16 * hourMs
  while (later - earlier > quarterMs) {
    const middle = (earlier + later) / 2
    if (hasBegun(middle)) later = middle
    else earlier = middle
  }
  return later
}
