import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { id } from '../shared/schemas.ts'

export const clickKinds = ['view', 'outbound'] as const
export type ClickKind = (typeof clickKinds)[number]

export const clickOutcomes = ['counted', 'bot', 'owner', 'repeat', 'limited'] as const
export type ClickOutcome = (typeof clickOutcomes)[number]

export const chartPeriods = ['day', 'week', 'month'] as const
export type ChartPeriod = (typeof chartPeriods)[number]

const productParams = z.object({ id })

const clickBody = z.object({
  kind: z.enum(clickKinds),
  // Any text: what is no web address is ignored, so that an odd referrer never costs a creator a click.
  referrer: z.string().nullish(),
  event_id: id.nullish(),
})

const timeZone = z.string().max(64).refine(isTimeZone, 'Use an IANA time zone such as Europe/Madrid.')

const clickChart = z.object({
  /** One item a day, ISO week (from Monday) or calendar month in the viewer's time zone, oldest first. */
  items: z.array(z.object({ start: z.iso.date(), count: z.int().nonnegative() })),
  total: z.int().nonnegative(),
})
export type ClickChart = z.output<typeof clickChart>

/** Clicks of a product: recording one, and the owner's chart (spec section 2, Product detail page). */
export const clicksContract = defineContract({
  'POST /api/v1/products/:id/clicks': {
    summary:
      'Record a view of a product or a press on its shop button; a retry with the same event id is safe',
    access: 'public',
    params: productParams,
    body: clickBody,
    response: z.object({ outcome: z.enum(clickOutcomes) }),
    status: 201,
  },
  'GET /api/v1/products/:id/clicks': {
    summary: 'The owner’s click activity: 7 days, 4 weeks or 12 months, today’s included',
    access: 'user',
    params: productParams,
    query: z.object({ period: z.enum(chartPeriods).default('day'), tz: timeZone.default('UTC') }),
    response: clickChart,
  },
})

function isTimeZone(name: string): boolean {
  // Offsets such as +05:30 are time zones to JavaScript, but PostgreSQL reads them with the opposite sign.
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}
