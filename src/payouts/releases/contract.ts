import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, marketplaceCode, month, page, text } from '../../shared/schemas.ts'
import { former } from '../former-contract.ts'

/** In whole units of the currency beside it: pounds, yen. */
const units = z.number()

/** How the receipts compare with the reports. */
export const monthPayments = ['nothing_to_pay', 'none', 'less', 'full', 'more'] as const
/** The state of a month; exactly one at a time, which never contradicts its payment. */
export const monthStages = [
  'by_calendar',
  'not_over',
  'unpaid',
  'awaits_report',
  'awaits_rate',
  'awaits_release',
  'released',
  'released_orders_held',
  'released_borne',
] as const

const releaseHow = z.enum(['paid_in_full', 'orders_held', 'platform'])

/** How far a month of a marketplace is paid and released; its amounts are in the month's currency. */
export const monthStanding = z.object({
  payment: z.enum(monthPayments),
  stage: z.enum(monthStages),
  /** What the platform bears. */
  borne: units,
  /** The amount that neither Amazon has paid nor the platform bears. */
  missing: units,
  /** The sum of the orders that are held until it is paid. */
  held: units,
  /** The rule by which it becomes posted. */
  rule: z.enum(['calendar', 'receipt']),
  /** The day from which it counts as posted because Amazon paid, and how the rest was explained then. */
  released: z
    .object({
      on: z.iso.date(),
      how: releaseHow,
      reason: z.string().nullable(),
      /** Null if Amazon had paid all of it, and once the account is gone. */
      by: z.string().nullable(),
      by_itself: z.boolean(),
    })
    .nullable(),
})
export type MonthStanding = z.output<typeof monthStanding>

const creator = z.object({ payee_id: id, username: z.string().nullable() })

const monthOrder = z.object({
  order_item_id: z.string(),
  product_title: z.string(),
  asin: z.string(),
  order_date: z.iso.date(),
  creator: creator.nullable(),
  /** What it is worth in the month. */
  commission: units,
  /** The month's currency. */
  currency: z.string(),
})

const unpaidOrder = z.object({
  /** The hold’s id. */
  id,
  order_item_id: z.string(),
  product_title: z.string(),
  creators: z.array(creator.extend({ former })),
  marketplace: z.string(),
  month,
  /** What it is worth in the month. */
  commission: units,
  /** The month's currency. */
  currency: z.string(),
  since: instant,
})

const monthParams = z.object({ marketplace: marketplaceCode, month })
/** Contains an order item's id, which may be long. */
const cursor = z.string().max(2500).optional()

/** How months become posted once Amazon has paid, for admins (docs/product/payouts.md#releases). */
export const releasesContract = defineContract({
  'POST /api/v1/admin/months/:marketplace/:month/release': {
    summary:
      'Let a month of a marketplace count as posted: it is paid in full, or what is missing is explained',
    access: 'admin',
    asksAgain: true,
    second: 'own_while_another',
    params: monthParams,
    body: z.discriminatedUnion('how', [
      z.object({ how: z.literal('paid_in_full') }),
      z.object({
        how: z.literal('orders_held'),
        /** The orders that Amazon has not paid; they are held until it does. */
        order_item_ids: z.array(text(100).min(1)).min(1, 'Please choose an order').max(1_000),
        reason,
      }),
      z.object({ how: z.literal('platform'), reason }),
    ]),
    response: z.object({ released_on: z.iso.date() }),
  },
  'GET /api/v1/admin/months/:marketplace/:month/orders': {
    summary:
      'The orders that Amazon pays for with a month, those worth the most first, 50 a page. `q` finds parts of titles, ASINs, ids and creators',
    access: 'admin',
    params: monthParams,
    query: z.object({ q: text(200).optional(), cursor }),
    response: page(monthOrder),
  },
  'GET /api/v1/admin/unpaid-orders': {
    summary: 'Orders that are held because Amazon has not paid for them for over 60 days, the oldest first',
    access: 'admin',
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: page(unpaidOrder),
  },
  'POST /api/v1/admin/holds/:id/bear': {
    summary: 'Have the platform bear the part of an order that Amazon has not paid, and end its hold',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    params: z.object({ id }),
    body: z.object({ reason }),
    response: z.object({ borne: units, currency: z.string() }),
  },
})
