import { dayMs, hourMs, minuteMs } from '../shared/time.ts'

/** The headers of a request, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/**
 * What the request alone decides. The statement that writes the click turns `counted` or `limited` into `owner` and
 * `counted` into `repeat`, or into `limited` where five others of the address have counted; a bot stays one. So the order
 * is: bot, owner, limited, repeat, limited by the address, counted.
 */
export type Claim = 'bot' | 'limited' | 'counted'

/**
 * The same visitor, product and kind counts once in this time, and five visitors of an address prefix do; record_clicks()
 * in the database holds both as well.
 */
export const visitWindowMs = 30 * minuteMs

/** How long events, visits and salts are kept: two days. */
export const retentionMs = 48 * hourMs

// Columns hold 500 characters.
const textLimit = 500

/** A header as text; empty without one. */
export const headerOf = (headers: RequestHeaders, name: string): string => String(headers[name] ?? '')

/** What is kept of a user agent: 500 characters that PostgreSQL can hold. Null when empty. */
export function storableText(text: string | null): string | null {
  // Half a surrogate pair, as a cut may leave, would make the database refuse the whole batch.
  return text?.replaceAll('\0', '').slice(0, textLimit).toWellFormed() || null
}

/** What is kept of a referrer: where from, without a query, which may hold names or tokens. Null unless an address. */
export function storableReferrer(referrer: string | null): string | null {
  const url = referrer && URL.parse(referrer)
  if (!url || !/^(https?|android-app):$/.test(url.protocol)) return null
  return storableText(`${url.protocol}//${url.host}${url.pathname}`)
}

/** Thirteen months, the longest there are: a chart of twelve begins within them wherever the viewer is. */
const quartersStoredDays = 397

/** From when on roll-ups of a quarter of an hour are kept: a UTC midnight, so that a day has all of its own or none. */
export const quartersStoredFrom = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / dayMs - quartersStoredDays) * dayMs)

/** From when on raw clicks are kept: the beginning (UTC) of the month that was `retentionDays` ago. */
export function rawClicksStoredFrom(now: Date, retentionDays: number): Date {
  const day = new Date(now.getTime() - retentionDays * dayMs)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth()))
}
