import type { Zone } from '../../../../shared/dates/time-zone.ts'
import { dayMs, hourMs, minuteMs, utcDay } from '../../../../shared/time.ts'
import { shown } from './amount-rules.ts'

/** Which of two numbers of a date is the month. */
export type DateOrder = 'month_first' | 'day_first'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const longMonths =
  /^(?:january|february|march|april|may|june|july|august|september|sept|october|november|december)$/

const clock = String.raw`(?:[T,]?\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s*([AP]\.?M\.?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$`
const patterns = {
  iso: new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${clock}`, 'i'),
  numeric: new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})${clock}`, 'i'),
  monthNamed: new RegExp(String.raw`^(\p{L}{3,9})\.?[ -](\d{1,2}),?[ -](\d{4})${clock}`, 'iu'),
  dayNamed: new RegExp(String.raw`^(\d{1,2})\.?[ -](\p{L}{3,9})\.?,?[ -](\d{4})${clock}`, 'iu'),
}

/** The order of day and month that a date proves, or either; null if the order makes no difference. */
export function dateOrderEvidence(cell: string): DateOrder | 'either' | null {
  const [, first, , second] = patterns.numeric.exec(cell) ?? []
  if (!first || !second || Number(first) === Number(second)) return null
  if (Number(second) > 12) return 'month_first'
  return Number(first) > 12 ? 'day_first' : 'either'
}

/** How the dates of a file are to be read. */
type DateStyle = {
  order: DateOrder
  /** Folio's CSV has US dates with slashes only: a dotted date comes from a program that means another order. */
  slashesOnly: boolean
  zone: Zone
  /** The last day that a row may have: two days after the report, since clocks and zones differ. */
  lastDay: string
}

export type ReadDate = { day: string; at: Date | null } | { problem: string }

/** Reads the dates of a file: a day, and the instant if there is a time (docs/product/reports.md#cells). */
export function createDateReader(style: DateStyle): (cell: string) => ReadDate {
  // Cached: a year's report has 365 days, and each of them thousands of times.
  const known = new Map<string, ReadDate>()
  return (cell) => {
    const remembered = known.get(cell)
    if (remembered) return remembered
    const read = readDate(cell, style)
    if (known.size > 5_000) known.clear()
    if (cell.length <= 40) known.set(cell, read)
    return read
  }
}

function readDate(cell: string, style: DateStyle): ReadDate {
  const parts = partsOf(cell, style)
  if (!parts)
    return {
      problem: `“${shown(cell)}” is no date. Write it as 2026-11-03${style.slashesOnly ? ' or 11/03/2026' : ''}.`,
    }
  const { year, month, day, time } = parts
  const midnight = Date.UTC(year, month - 1, day)
  if (month < 1 || month > 12 || new Date(midnight).getUTCDate() !== day || year < 1995)
    return impossible(cell, parts, style)
  const read = time ? withTime(midnight, time, style.zone) : { day: utcDay(midnight), at: null }
  if (!read) return { problem: `“${shown(cell)}” has no possible time.` }
  if (read.day > style.lastDay)
    return {
      problem: `“${shown(cell)}” lies after the day of the report. Check the date, or the report’s own.`,
    }
  return read
}

type Parts = { year: number; month: number; day: number; time: string[] | null; isNumeric: boolean }

function partsOf(cell: string, { order, slashesOnly }: DateStyle): Parts | null {
  const iso = patterns.iso.exec(cell)
  if (iso) return parts(iso[1], iso[2], iso[3], iso.slice(4))
  const numeric = patterns.numeric.exec(cell)
  if (numeric) {
    const [, first, separator, second, year] = numeric
    if (slashesOnly && separator !== '/') return null
    const [month, day] = order === 'month_first' ? [first, second] : [second, first]
    return { ...parts(year, month, day, numeric.slice(5)), isNumeric: true }
  }
  const monthNamed = patterns.monthNamed.exec(cell)
  if (monthNamed) return parts(monthNamed[3], monthNumber(monthNamed[1]), monthNamed[2], monthNamed.slice(4))
  const dayNamed = patterns.dayNamed.exec(cell)
  if (dayNamed) return parts(dayNamed[3], monthNumber(dayNamed[2]), dayNamed[1], dayNamed.slice(4))
  return null
}

const parts = (
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
  time: string[],
): Parts => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
  time: time[0] === undefined ? null : time,
  isNumeric: false,
})

/** 1 to 12, or 0 for a word that is no English month. */
function monthNumber(name = ''): number {
  const word = name.toLowerCase()
  return word.length === 3 || longMonths.test(word) ? months.indexOf(word.slice(0, 3)) + 1 : 0
}

function impossible(cell: string, { month, day, isNumeric }: Parts, { order }: DateStyle): ReadDate {
  if (isNumeric && month > 12 && day <= 12)
    return {
      problem: `“${shown(cell)}” does not fit: dates of this file have the ${order === 'month_first' ? 'month' : 'day'} first.`,
    }
  return { problem: `“${shown(cell)}” is a day that does not exist.` }
}

/** The time of day on a day; without a zone of its own it is in the report's time zone. */
function withTime(
  midnight: number,
  [hours, minutes, seconds = '0', half, offset]: (string | undefined)[],
  zone: Zone,
): { day: string; at: Date } | null {
  const isAfternoon = /^p/i.test(half ?? '')
  const hour = half ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours)
  if (hour > 23 || (half && (Number(hours) < 1 || Number(hours) > 12))) return null
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  const shownClock = midnight + ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  if (!offset) return { day: utcDay(midnight), at: zone.instantOf(shownClock) }
  const [, sign, ahead = 0, aheadMinutes = 0] = /([+-])(\d\d):?(\d\d)/.exec(offset) ?? []
  const at = new Date(
    shownClock - (sign === '-' ? -1 : 1) * (Number(ahead) * hourMs + Number(aheadMinutes) * minuteMs),
  )
  return { day: zone.dayOf(at), at }
}

const inText =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,9}\.? \d{4}/gu

/** The dates within a line of text. */
const datesIn = (text: string): string[] => text.match(inText) ?? []

const maxPeriodDays = 400

/** The first and last day in a report's title; null if it has none that can be read. */
export function periodOf(title: string, read: (cell: string) => ReadDate): string[] | null {
  const days = datesIn(title).map(read)
  const [first, last] = days
  if (days.length !== 2 || !first || !last || 'problem' in first || 'problem' in last) return null
  const start = Date.parse(first.day)
  const count = (Date.parse(last.day) - start) / dayMs + 1
  if (count < 1 || count > maxPeriodDays) return null
  return Array.from({ length: count }, (_, index) => utcDay(start + index * dayMs))
}
