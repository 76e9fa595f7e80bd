import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDays } from '../../../tests/harness/calendar.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { chartPeriods } from '../contract.ts'
import { type BucketLength, chartDays, chartEdges } from './chart-rules.ts'

const hourMs = 60 * 60_000
const lengths: BucketLength[] = [...chartPeriods, 'year']

describe('Days of the click chart (docs/product/product-page.md#click-activity)', () => {
  it('are seven days, today the last', () => {
    expect(chartDays('day', '2026-03-02')).toEqual([
      ...['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
      '2026-03-03',
    ])
  })

  it.each([
    ['a Monday', '2026-11-16'],
    ['a Sunday', '2026-11-22'],
  ])('four weeks from Monday to Sunday, seen on %s', (_, today) => {
    expect(chartDays('week', today)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
    ])
  })

  it('twelve months, also on the 31st', () => {
    const days = chartDays('month', '2026-01-31')
    expect(days).toHaveLength(13)
    expect([days[0], days[1], days[11], days[12]]).toEqual([
      '2025-02-01',
      '2025-03-01',
      '2026-01-01',
      '2026-02-01',
    ])
  })

  it.each(['2026-01-01', '2026-11-22', '2026-12-31'])('five years, seen on %s', (today) => {
    expect(chartDays('year', today)).toEqual([
      ...['2022-01-01', '2023-01-01', '2024-01-01', '2025-01-01', '2026-01-01'],
      '2027-01-01',
    ])
    expect(chartDays('year', '2028-02-29').slice(-2)).toEqual(['2028-01-01', '2029-01-01'])
  })

  it('a leap day is a day, in a week of seven and a month of 29', () => {
    expect(chartDays('day', '2028-03-01').slice(-3)).toEqual(['2028-02-29', '2028-03-01', '2028-03-02'])
    expect(chartDays('day', '2028-02-29').slice(-2)).toEqual(['2028-02-29', '2028-03-01'])
    expect(chartDays('week', '2028-02-29').slice(-2)).toEqual(['2028-02-28', '2028-03-06'])
    expect(chartDays('month', '2028-02-29').slice(-2)).toEqual(['2028-02-01', '2028-03-01'])
    expect(chartDays('month', '2028-02-29')[0]).toBe('2027-03-01')
  })
})

describe('Edges of the click chart (docs/product/product-page.md#click-activity)', () => {
  it('on days on which clocks change, and on one that was skipped', () => {
    const now = new Date('2011-12-31T12:00:00Z')
    const days = chartEdges('day', now, 'Pacific/Apia').map(({ day, at }) => [day, at.toISOString()])
    expect(days.slice(-4)).toEqual([
      ['2011-12-30', '2011-12-30T10:00:00.000Z'],
      ['2011-12-31', '2011-12-30T10:00:00.000Z'],
      ['2012-01-01', '2011-12-31T10:00:00.000Z'],
      ['2012-01-02', '2012-01-01T10:00:00.000Z'],
    ])
  })

  it('make a week and a month as long as their days', () => {
    const now = new Date('2026-11-01T20:00:00Z')
    const weeks = chartEdges('week', now, 'Europe/Madrid').map(({ at }) => at.getTime())
    expect(weeks.slice(1).map((at, i) => (at - (weeks[i] as number)) / hourMs)).toEqual([168, 168, 169, 168])
    const [, , march] = chartEdges('month', new Date('2028-12-31T12:00:00Z'), 'America/New_York')
    expect(march).toMatchObject({ day: '2028-03-01', at: new Date('2028-03-01T05:00:00Z') })
  })

  it('are in every zone the first quarter of an hour of a day, next to a UTC midnight', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const moment = fc.date({
      min: new Date('2012-01-01'),
      max: new Date('2037-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.constantFrom(...lengths), moment, (zone, period, now) => {
        const localDay = localDays(zone)
        const edges = chartEdges(period, now, zone)
        for (const { day, at, midnight } of edges) {
          expect(at.getTime() % (15 * 60_000)).toBe(0)
          expect(localDay(at) >= day).toBe(true)
          expect(localDay(new Date(at.getTime() - 1)) < day).toBe(true)
          expect(midnight.getTime() % (24 * hourMs)).toBe(0)
          expect(Math.abs(midnight.getTime() - at.getTime())).toBeLessThanOrEqual(12 * hourMs)
        }
        const [before, after] = edges.slice(-2) as [(typeof edges)[number], (typeof edges)[number]]
        expect(now >= before.at && now < after.at).toBe(true)
      }),
      randomRuns(500),
    )
  })
})
