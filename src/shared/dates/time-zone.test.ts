import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDays } from '../../../tests/harness/calendar.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { addDays, hourMs, minuteMs } from '../time.ts'
import { isTimeZone, zoneOf } from './time-zone.ts'

/** When a local day begins (UTC), and how many hours it has. */
const days: [zone: string, what: string, day: string, begins: string, hours: number][] = [
  ['UTC', 'has no summer time', '2026-10-25', '2026-10-25T00:00Z', 24],
  ['Europe/Madrid', 'goes forward at 2', '2026-03-29', '2026-03-28T23:00Z', 23],
  ['Europe/Madrid', 'goes back at 3', '2026-10-25', '2026-10-24T22:00Z', 25],
  ['America/New_York', 'goes forward at 2', '2026-03-08', '2026-03-08T05:00Z', 23],
  ['America/New_York', 'goes back at 2', '2026-11-01', '2026-11-01T04:00Z', 25],
  ['Australia/Lord_Howe', 'goes forward by half an hour', '2026-10-04', '2026-10-03T13:30Z', 23.5],
  ['Australia/Lord_Howe', 'goes back by half an hour', '2026-04-05', '2026-04-04T13:00Z', 24.5],
  ['Asia/Kathmandu', 'is a quarter of an hour off', '2026-11-21', '2026-11-20T18:15Z', 24],
  ['Pacific/Chatham', 'is a quarter of an hour off and goes back', '2026-04-05', '2026-04-04T10:15Z', 25],
  ['Pacific/Kiritimati', 'is 14 hours ahead', '2026-11-21', '2026-11-20T10:00Z', 24],
  ['Pacific/Pago_Pago', 'is 11 hours behind', '2026-11-21', '2026-11-21T11:00Z', 24],
  ['America/Havana', 'has midnight twice', '2026-11-01', '2026-11-01T04:00Z', 25],
  ['Asia/Beirut', 'has no midnight', '2026-03-29', '2026-03-28T22:00Z', 23],
  ['America/Santiago', 'has eleven o’clock at night twice', '2026-04-04', '2026-04-04T03:00Z', 25],
  ['Antarctica/Troll', 'goes forward by two hours', '2026-03-29', '2026-03-29T00:00Z', 22],
  ['Pacific/Apia', 'crossed the date line: a day that never was', '2011-12-30', '2011-12-30T10:00Z', 0],
  ['Pacific/Apia', 'crossed the date line: the day before', '2011-12-29', '2011-12-29T10:00Z', 24],
]

describe('the days of a time zone', () => {
  it.each(days)('%s %s: %s', (name, _, day, begins, hours) => {
    const zone = zoneOf(name)
    expect(zone.startOf(day)).toEqual(new Date(begins))
    expect((+zone.startOf(addDays(day, 1)) - +zone.startOf(day)) / hourMs).toBe(hours)
  })

  it('are found for an instant', () => {
    const at = new Date('2026-11-21T02:30:00Z')
    expect(zoneOf('America/Los_Angeles').dayOf(at)).toBe('2026-11-20')
    expect(zoneOf('Pacific/Kiritimati').dayOf(at)).toBe('2026-11-21')
    expect(zoneOf('utc').dayOf(at)).toBe('2026-11-21')
  })

  it('are those of its calendar in every zone, and begin on their first quarter of an hour', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const moments = fc.date({
      min: new Date('1995-01-01'),
      max: new Date('2037-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(zones, moments, (name, moment) => {
        const zone = zoneOf(name)
        const localDay = localDays(name)
        const day = zone.dayOf(moment)
        expect(day).toBe(localDay(moment))
        const start = zone.startOf(day)
        expect(start.getTime() % (15 * minuteMs)).toBe(0)
        expect(localDay(start)).toBe(day)
        expect(localDay(new Date(+start - 1)) < day).toBe(true)
      }),
      randomRuns(500),
    )
  })
})

it('a time zone is made once: each takes memory that is freed late, and the mails of a night ask for thousands', () => {
  expect(zoneOf('Europe/Madrid')).toBe(zoneOf('Europe/Madrid'))
})

it('a time zone is a named one, not an offset', () => {
  expect(['Europe/Madrid', 'utc', 'America/Argentina/Ushuaia'].filter(isTimeZone)).toHaveLength(3)
  expect(['', '+05:30', '-08', 'Europe/Nowhere', '../etc', 'null'].filter(isTimeZone)).toEqual([])
})
