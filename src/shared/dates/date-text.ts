import { dateText } from './date-format.ts'

const inUtc = { timeZone: 'UTC' } as const
const day = { month: 'short', day: 'numeric' } as const

/** A date such as `2026-11-18`: 'Nov 18', and 'Nov 18, 2025' in another year than this one. */
export function dayText(date: string, now = new Date()): string {
  const isThisYear = date.startsWith(`${now.getFullYear()}-`)
  return dateText(new Date(`${date}T00:00:00Z`), {
    ...day,
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...inUtc,
  })
}

/** A month in a sentence: 'November', and 'November 2025' of another year than this one. */
export const monthName = (month: string, now = new Date()): string =>
  month.startsWith(`${now.getFullYear()}-`) ? monthIn(month, { month: 'long' }) : monthText(month)

/** The same in few characters: 'Nov', 'Nov 2025'. */
export const shortMonthName = (month: string, now = new Date()): string =>
  month.startsWith(`${now.getFullYear()}-`)
    ? monthIn(month, { month: 'short' })
    : monthIn(month, { month: 'short', year: 'numeric' })

/** A month such as `2026-11`: 'November 2026'. */
export const monthText = (month: string): string => monthIn(month, { month: 'long', year: 'numeric' })

const monthIn = (month: string, form: Intl.DateTimeFormatOptions) =>
  dateText(new Date(`${month}-01T00:00:00Z`), { ...form, ...inUtc })
