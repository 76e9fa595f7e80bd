import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { id, timeZone } from '../shared/schemas.ts'

export const clickKinds = ['view', 'outbound'] as const
export type ClickKind = (typeof clickKinds)[number]

export const clickOutcomes = ['counted', 'bot', 'owner', 'repeat', 'limited'] as const
export type ClickOutcome = (typeof clickOutcomes)[number]

/** The kind of program behind a `bot`: a link preview in an app, a prefetch, a driven browser, or a crawler. */
export const automations = ['preview', 'prefetch', 'headless', 'crawler'] as const
export type Automation = (typeof automations)[number]

export const chartPeriods = ['day', 'week', 'month'] as const
export type ChartPeriod = (typeof chartPeriods)[number]

const productParams = z.object({ id })

const clickBody = z.object({
  kind: z.enum(clickKinds),
  // Any text: one that is no web address is ignored, so that an odd referrer never loses a click.
  referrer: z.string().nullish(),
  event_id: id.nullish(),
  /**
   * For a press, the event id of the view it came from. A press is evidence for an order only with such an id that no
   * other press names.
   */
  view_event_id: id.nullish(),
  /**
   * The list's link by which its reader came to the page. Any text: one that is no list's link of this product is
   * ignored.
   */
  list_link: z.string().nullish(),
})

const count = z.int().nonnegative()

const clickChart = z.object({
  /**
   * One item per day, ISO week (from Monday) or calendar month in the viewer's time zone, oldest first: counted views
   * and presses of the shop button.
   */
  items: z.array(z.object({ start: z.iso.date(), count, presses: count })),
  /** Counted views of all items: clicks by people. */
  total: count,
  /** Counted presses of all items. */
  presses: count,
  /** Views and presses of the same time that did not count, together. */
  filtered: z.object({ previews: count, bots: count, repeats: count, own: count, limited: count }),
  /** Sites that counted views came from, most first, ten at most; null for an unknown site. */
  sites: z.array(z.object({ site: z.string().nullable(), count })),
  /** Countries of readers (ISO 3166, two letters), most first, ten at most; null for an unknown country. */
  countries: z.array(z.object({ country: z.string().nullable(), count })).nullable(),
  /** Counted views of its days (UTC) through lists of other people, without whose. */
  through_others: count,
  /** Counted views of all time, as the click counter shows them. */
  clicks_count: count,
})
export type ClickChart = z.output<typeof clickChart>

/** Clicks of a product: recording one, and the owner's chart (docs/product/product-page.md#click-activity). */
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

/** How readers without scripts are counted (docs/product/clicks.md#programs). */
export const viewImageContract = defineContract({
  'GET /api/v1/products/:id/view.gif': {
    summary: 'An empty image by which a product’s page counts a reader without scripts, as a view',
    access: 'public',
    params: z.object({ id }),
    query: z.object({ list_link: z.string().optional() }),
    response: z.unknown(),
    produces: ['image/gif'],
  },
})
