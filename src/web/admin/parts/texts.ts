import { dayText } from '../../../shared/dates/date-text.ts'

const units = ['bytes', 'kB', 'MB', 'GB']

/** A size in bytes for people: `312 MB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${value.toLocaleString('en-US', { maximumFractionDigits: power && value < 100 ? 1 : 0 })} ${units[power]}`
}

/** Progress in whole percent, at most 99 before the end; null where `total` is not known. */
export function percentOf(done: number, total: number | null): number | null {
  if (!total) return null
  return done >= total ? 100 : Math.min(Math.floor((done / total) * 100), 99)
}

/** A creator or an admin; null is the username of one whose account is gone, of whom a payee's number is known. */
export type Named = { username: string | null; former?: { number: number; left_on: string } | null }

/** What a person is called in a sentence. */
export const nameOf = ({ username, former }: Named): string =>
  username
    ? `@${username}`
    : former
      ? `Payee ${former.number}, left on ${dayText(former.left_on)}`
      : 'someone who has left'

/** `1,234.50`, `$1234.5` or `-3` as dollars; not a number where it is none of whole cents. */
export const dollarsOf = (text: string): number => {
  const plain = text.trim().replace(/^[-−]/, '-').replace('$', '').replaceAll(',', '')
  return /^-?\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN
}

/** A field's rule: a month such as '2026-11'. */
export const monthRule = {
  validate: (typed: unknown) =>
    /^\d{4}-(0[1-9]|1[0-2])$/.test(String(typed).trim()) || 'Please enter a month such as 2026-11',
}
