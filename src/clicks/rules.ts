import { dayMs, hourMs, minuteMs } from '../shared/time.ts'

/** The headers of a request, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/**
 * The part of the outcome that follows from the request alone. The statement that writes the click turns `counted` or
 * `limited` into `owner`, and `counted` into `repeat`, or into `limited` where five others of the address have counted;
 * a bot stays a bot. So the order is: bot, owner, limited, repeat, limited by the address, counted.
 */
export type Claim = 'bot' | 'limited' | 'counted'

/**
 * The time in which a visitor counts once per product and kind, and an address prefix five times. record_clicks() in
 * the database checks both.
 */
export const visitWindowMs = 30 * minuteMs

/** How long events, visits and salts are stored: two days. */
export const retentionMs = 48 * hourMs

// Columns hold 500 characters.
const textLimit = 500

/** A header as text; empty without one. */
export const headerOf = (headers: RequestHeaders, name: string): string => String(headers[name] ?? '')

/** The stored form of a user agent: 500 characters that PostgreSQL can store. Null when empty. */
export function storableText(text: string | null): string | null {
  // Half a surrogate pair, as a cut may leave, would make the database refuse the whole batch.
  return text?.replaceAll('\0', '').slice(0, textLimit).toWellFormed() || null
}

/** The stored form of a referrer: without its query, which may hold names or tokens. Null unless it is an address. */
export function storableReferrer(referrer: string | null): string | null {
  const url = referrer && URL.parse(referrer)
  if (!url || !/^(https?|android-app):$/.test(url.protocol)) return null
  return storableText(`${url.protocol}//${url.host}${url.pathname}`)
}

/** Thirteen months, at their longest: a chart of twelve begins within them in any time zone. */
const quartersStoredDays = 397

/**
 * The first instant whose quarter-hour roll-ups are stored: a UTC midnight, so that a day has all of its own or none.
 */
export const quartersStoredFrom = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / dayMs - quartersStoredDays) * dayMs)

/** The first instant whose raw clicks are stored: the beginning (UTC) of the month that was `retentionDays` ago. */
export function rawClicksStoredFrom(now: Date, retentionDays: number): Date {
  const day = new Date(now.getTime() - retentionDays * dayMs)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth()))
}

/** Rankings look back on ninety days: today (UTC) and those before it. */
const networksStoredDays = 90

/** The first instant whose networks are stored, by whole UTC days. */
export const networksStoredFrom = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / dayMs) - networksStoredDays + 1) * dayMs)

/** The first instant whose networks are stored by quarters of an hour, too: the ranking of seven days reads them. */
export const networkQuartersStoredFrom = (now: Date): Date => new Date(now.getTime() - 8 * dayMs)
