import { isbot } from 'isbot'
import type { ChartPeriod } from './contract.ts'

/** The headers of a request, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/**
 * What the request alone decides. The statement that writes the click turns `counted` or `limited` into `owner` and
 * `counted` into `repeat`; a bot stays one. So the order is: bot, owner, limited, repeat, counted.
 */
export type Claim = 'bot' | 'limited' | 'counted'

/** The same visitor, product and kind counts once in this time; record_clicks() in the database holds it as well. */
export const repeatWindowMs = 30 * 60 * 1000

/** How long events, visits and salts are kept: two days. */
export const retentionMs = 48 * 60 * 60 * 1000

// Columns hold 500 characters.
const textLimit = 500

// Every browser, and every browser inside an app, calls itself Mozilla; Opera Mini's servers say Opera. What has a
// name of its own fetches links for people (Viber, Signal, Outlook) or for itself.
const browserAgent = /^(Mozilla|Opera)\//
// Known to leave out the plus sign or the word bot by which isbot knows them.
const automatedAgent = /headless|puppeteer|facebookexternalhit|facebot/i
const earlyFetch = /prefetch|prerender|preview/i
const purposeHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']

/**
 * True when no person is looking: bots, link previews, headless browsers, HEAD, prefetching and prerendering, and
 * requests without a user agent (decision: outcomes of clicks).
 */
export function isAutomated(request: { method: string; headers: RequestHeaders }): boolean {
  const { method, headers } = request
  const agent = storableText(headerOf(headers, 'user-agent')) ?? ''
  return (
    method === 'HEAD' ||
    !browserAgent.test(agent) ||
    automatedAgent.test(agent) ||
    isbot(agent) ||
    /headless/i.test(headerOf(headers, 'sec-ch-ua')) ||
    purposeHeaders.some((name) => earlyFetch.test(headerOf(headers, name)))
  )
}

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

const bucketsOf: Record<ChartPeriod, number> = { day: 7, week: 4, month: 12 }

/**
 * The first days of a chart's buckets and, last, the day after them: dates as `2026-11-21`, oldest first, `today`
 * being in the last bucket. Weeks begin on Monday. Spec section 9: 7 days, 4 weeks, 12 months.
 */
export function chartDays(period: ChartPeriod, today: string): string[] {
  const buckets = bucketsOf[period]
  return Array.from({ length: buckets + 1 }, (_, i) => startOfBucket(period, today, i - buckets + 1))
}

function startOfBucket(period: ChartPeriod, today: string, offset: number): string {
  const day = new Date(`${today}T00:00:00Z`)
  if (period === 'day') day.setUTCDate(day.getUTCDate() + offset)
  if (period === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 7 * offset)
  if (period === 'month') day.setUTCMonth(day.getUTCMonth() + offset, 1)
  return utcDay(day)
}

/** The date in UTC, as `2026-11-21`. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** The date somewhere, as `2026-11-21`; `timeZone` is an IANA name. */
export const localDay = (at: Date, timeZone: string): string =>
  // Swedish dates are ISO dates.
  at.toLocaleDateString('sv-SE', { timeZone })
