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
