/**
 * The parts of a date in UTC, in English: 'Nov', '21', '2026', '09:40'. Read from a text whose form the language's
 * standard fixes: this is what hydration renders, and the first formatter of a page takes a phone long to make.
 */
export function utcParts(at: Date): { month: string; day: number; year: string; clock: string } {
  const [, day, month = '', year = '', time = ''] = at.toUTCString().split(' ')
  return { month, day: Number(day), year, clock: time.slice(0, 5) }
}

const made = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats dates in English with `options`. Each formatter is made once: making one takes longer than formatting all
 * dates of a list.
 */
export function dateText(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const format = made.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  made.set(key, format)
  return format.format(at)
}

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
  month.startsWith(`${now.getFullYear()}-`)
    ? dateText(new Date(`${month}-01T00:00:00Z`), { month: 'long', ...inUtc })
    : monthText(month)

/** A month such as `2026-11`: 'November 2026'. */
export const monthText = (month: string): string =>
  dateText(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', ...inUtc })
