import { describe, expect, it } from 'vitest'
import { zoneOf } from '../../../../shared/dates/time-zone.ts'
import { createDateReader, type DateOrder, dateOrderEvidence, periodOf } from './date-rules.ts'

const zone = zoneOf('America/Los_Angeles')
const reader = (order: DateOrder, slashesOnly = false) =>
  createDateReader({ order, slashesOnly, zone, lastDay: '2026-11-24' })

describe('Dates (docs/product/reports.md#cells)', () => {
  it.each([
    ['2026-11-03', '2026-11-03'],
    ['2026-1-3', '2026-01-03'],
    ['11/03/2026', '2026-11-03'],
    ['1/3/2026', '2026-01-03'],
    ['07-19-2026', '2026-07-19'],
    ['September 15 2026', '2026-09-15'],
    ['Sep 15, 2026', '2026-09-15'],
    ['sept. 15, 2026', '2026-09-15'],
    ['15 September 2026', '2026-09-15'],
    ['15-Sep-2026', '2026-09-15'],
    ['2024-02-29', '2024-02-29'],
    ['2026-11-24', '2026-11-24'],
  ])('%s is the day %s', (cell, day) => {
    expect(reader('month_first')(cell)).toEqual({ day, at: null })
  })

  it.each([
    ['19.07.2026', '2026-07-19'],
    ['03/04/2026', '2026-04-03'],
    ['3-4-2026', '2026-04-03'],
  ])('%s is the day %s where days come first', (cell, day) => {
    expect(reader('day_first')(cell)).toEqual({ day, at: null })
  })

  // Los Angeles is 8 hours behind UTC from 1 November 2026 on, and 7 before.
  it.each([
    ['2026-11-03T10:00:00Z', '2026-11-03', '2026-11-03T10:00:00Z'],
    ['2026-11-03T07:30:00Z', '2026-11-02', '2026-11-03T07:30:00Z'],
    ['2026-11-03T10:00:00+02:00', '2026-11-03', '2026-11-03T08:00:00Z'],
    ['2026-11-03 10:00:00 UTC', '2026-11-03', '2026-11-03T10:00:00Z'],
    ['2026-11-03 23:30', '2026-11-03', '2026-11-04T07:30:00Z'],
    ['2026-10-31 23:30:15.123', '2026-10-31', '2026-11-01T06:30:15Z'],
    ['11/03/2026 11:30 PM', '2026-11-03', '2026-11-04T07:30:00Z'],
    ['11/03/2026 12:05 am', '2026-11-03', '2026-11-03T08:05:00Z'],
  ])('%s is the day %s, at %s', (cell, day, at) => {
    expect(reader('month_first')(cell)).toEqual({ day, at: new Date(at) })
  })

  it.each([
    ['2026-02-30', '“2026-02-30” is a day that does not exist.'],
    ['2026-13-01', '“2026-13-01” is a day that does not exist.'],
    ['2026-00-10', '“2026-00-10” is a day that does not exist.'],
    ['13/13/2026', '“13/13/2026” is a day that does not exist.'],
    ['0026-11-03', '“0026-11-03” is a day that does not exist.'],
    ['Octember 3 2026', '“Octember 3 2026” is a day that does not exist.'],
    ['19/07/2026', '“19/07/2026” does not fit: dates of this file have the month first.'],
    ['2026-11-25', '“2026-11-25” lies after the day of the report. Check the date, or the report’s own.'],
    ['2026-11-03 25:00', '“2026-11-03 25:00” has no possible time.'],
    ['2026-11-03 13:00 PM', '“2026-11-03 13:00 PM” has no possible time.'],
    ['11/03/26', '“11/03/26” is no date. Write it as 2026-11-03.'],
    ['46329', '“46329” is no date. Write it as 2026-11-03.'],
    ['yesterday', '“yesterday” is no date. Write it as 2026-11-03.'],
  ])('%s is refused', (cell, problem) => {
    expect(reader('month_first')(cell)).toEqual({ problem })
  })

  it('accepts only slashes where a format has US dates alone', () => {
    const read = reader('month_first', true)
    expect(read('03/04/2026')).toEqual({ day: '2026-03-04', at: null })
    expect(read('03.04.2026')).toEqual({
      problem: '“03.04.2026” is no date. Write it as 2026-11-03 or 11/03/2026.',
    })
  })

  it('reads times of the day on which clocks change', () => {
    const read = reader('month_first')
    expect(read('2026-11-01 00:30')).toEqual({ day: '2026-11-01', at: new Date('2026-11-01T07:30:00Z') })
    expect(read('2026-11-01 03:30')).toEqual({ day: '2026-11-01', at: new Date('2026-11-01T11:30:00Z') })
    expect(read('2026-03-08 03:30')).toEqual({ day: '2026-03-08', at: new Date('2026-03-08T10:30:00Z') })
  })
})

it.each([
  ['07/19/2026', 'month_first'],
  ['19.07.2026', 'day_first'],
  ['19/07/2026 10:00', 'day_first'],
  ['03/04/2026', 'either'],
  ['03/03/2026', null],
  ['2026-03-04', null],
  ['March 4 2026', null],
  ['', null],
])('%s says of the order of day and month: %s', (cell, evidence) => {
  expect(dateOrderEvidence(cell)).toBe(evidence)
})

describe('The period in a title', () => {
  const read = reader('month_first')
  it.each([
    ['Fee-Earnings reports from 2026-07-30 to 2026-08-01'],
    ['Fee-Earnings reports from 07/30/2026 to 08/01/2026'],
    ['Earnings: July 30, 2026 - August 1, 2026'],
    ['Earnings,30 July 2026,1 August 2026'],
  ])('%s', (title) => {
    expect(periodOf(title, read)).toEqual(['2026-07-30', '2026-07-31', '2026-08-01'])
  })

  it.each([
    [''],
    ['Fee-Earnings'],
    ['from 2026-08-01 to 2026-07-30'],
    ['2026-07-01'],
    ['1999-01-01 to 2026-01-01'],
  ])('none in “%s”', (title) => {
    expect(periodOf(title, read)).toBe(null)
  })
})
