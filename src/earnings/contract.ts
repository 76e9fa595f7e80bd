import { z } from 'zod'
import { confidenceBy, confidences } from '../shared/attribution.ts'
import { defineContract } from '../shared/contract.ts'
import { fileFormats, mediaTypes } from '../shared/export-file.ts'
import { id, instant, month, page, timeZone } from '../shared/schemas.ts'
import { entryMonth, orderMonth } from './history-contract.ts'
import { statementSums } from './statement-contract.ts'

export const earningsPeriods = ['D', 'W', 'M', 'Y'] as const
export type EarningsPeriod = (typeof earningsPeriods)[number]

/** US dollars, exact to the cent. */
const usd = z.number()
const count = z.int().nonnegative()
const day = z.iso.date()

/** For rows of an order. */
export const orderTransactionTypes = ['commission', 'return', 'adjustment'] as const
export type OrderTransactionType = (typeof orderTransactionTypes)[number]

/** What an order is worth in an earning month, in cents; below zero if more was returned in it than bought. */
export type MonthWorth = {
  /** As `2026-11`. */
  month: string
  cents: number
}

/** All kinds of rows; the last three belong to no order (docs/product/ledger.md#rows-without-an-order). */
export const transactionTypes = [
  ...orderTransactionTypes,
  'payout',
  'payout_reversal',
  'manual_adjustment',
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** Why an order is under review: its evidence is contested, or its only visits were the creator's own. */
export const reviewReasons = ['several_creators', 'own_purchase'] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** Why an order is credited to its creator. */
export const matchRules = Object.keys(confidenceBy) as (keyof typeof confidenceBy)[]
export type MatchRule = keyof typeof confidenceBy

const shownProduct = z.object({
  id,
  title: z.string(),
  image_url: z.string().nullable(),
  /** Whether the picture is Amazon’s, which is never cropped. */
  image_is_amazons: z.boolean(),
  /** Null if the product has been deleted. */
  short_link_id: z.string().nullable(),
})

/** The figures of a period (docs/product/earnings.md#figures). */
const figures = {
  posted_earnings: usd,
  pending_earnings: usd,
  clicks: count,
  /** Orders first posted in the period that still have a commission; those that came to zero do not count. */
  commissions: count,
  /** Commissions divided by clicks, as a fraction; null without clicks. */
  conversion_rate: z.number().nullable(),
  /** Posted and pending earnings divided by clicks, in dollars; null without clicks. */
  average_per_click: z.number().nullable(),
}

const analytics = z.object({
  period: z.enum(earningsPeriods),
  /**
   * First and last day that the figures cover, in the viewer’s time zone: only today, or everything charted up to
   * today.
   */
  from: day,
  to: day,
  ...figures,
  /** The same for the whole days, weeks, months or years before, as many. */
  before: z.object({ from: day, to: day, ...figures }),
  /** 7 days, 4 ISO weeks, 12 months or 5 years, oldest first. Earnings are posted and pending together. */
  items: z.array(z.object({ start: day, earnings: usd, clicks: count })),
  /** At most five, by clicks, then by earnings, in the period of the figures. */
  top_products: z.array(shownProduct.extend({ clicks: count, earnings: usd })),
  /** The sums of all time. */
  all_time: z.object({ posted_earnings: usd, pending_earnings: usd }),
  /** The next day on which something pending becomes posted, and its amount; null when nothing is pending. */
  next_posting: z.object({ on: day, amount: usd }).nullable(),
  /** How many days after the end of an order’s month its earnings become posted (EARNINGS_HOLD_DAYS). */
  hold_days: count,
})
export type EarningsAnalytics = z.output<typeof analytics>

const orderShown = z.object({
  product_title: z.string(),
  asin: z.string(),
  /** How sure it is that the order is this creator’s; `unknown` too once it has become another’s. */
  confidence: z.enum(confidences),
})

/** The amount behind a row of an order in another currency than dollars (docs/product/ledger.md#rates). */
export const ownAmount = z.object({
  currency: z.string(),
  /** In whole units; null if only several rows together stand for one amount. */
  amount: z.number().nullable(),
  /** Dollars for one unit, as an exact decimal; null if the row belongs to no purchase. */
  usd_per_unit: z.string().nullable(),
})
export type OwnAmount = z.output<typeof ownAmount>

/** The amount of an order in its own currency that waits for the rates of months (docs/product/ledger.md#rates). */
export const waitingAmount = z.object({
  currency: z.string(),
  /** In whole units, before the platform’s fee. */
  amount: z.number(),
  months: z.array(month),
})
export type WaitingAmount = z.output<typeof waitingAmount>

/** A row of the ledger (docs/product/ledger.md#rows). */
const ledgerEntry = z.object({
  id,
  /** Null in rows without an order. */
  order_item_id: z.string().nullable(),
  transaction_type: z.enum(transactionTypes),
  gross_commission: usd,
  platform_fee_amount: usd,
  user_amount: usd,
  /** Null for a row of an order in dollars, or of none. */
  own: ownAmount.nullable(),
  /**
   * Posted from its day on, unless an admin has to decide on its order first. Payouts and returned payouts are `paid`.
   */
  status: z.enum(['posted', 'pending', 'paid']),
  /** Why its order is under review; it stays pending until that is decided. */
  under_review: z.enum(reviewReasons).nullable(),
  /** Its order’s day is not over, or has just ended: visits of that day may still make it another creator's. */
  is_provisional: z.boolean(),
  available_on: day,
  /**
   * The day from which it counts as posted; null if that depends on Amazon's payment for its month, which has not come.
   */
  posted_on: day.nullable(),
  /** Why its order or its month is not paid out for now. */
  held: z.string().nullable(),
  created_at: instant,
  /** Null in rows without an order. */
  amazon_orders: orderShown.nullable(),
  /** The reason that the creator reads in a row without an order; otherwise null. */
  reason: z.string().nullable(),
  /** The product that the order was credited to, if any. */
  product: shownProduct.nullable(),
  /** The title of the creator's own list through which its order came; null for any other order. */
  through_list: z.string().nullable(),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

/** A row among those of its order. */
const rowOfOrder = ledgerEntry.pick({
  id: true,
  transaction_type: true,
  gross_commission: true,
  platform_fee_amount: true,
  user_amount: true,
  own: true,
  status: true,
  under_review: true,
  available_on: true,
  posted_on: true,
  created_at: true,
})
const entryAlone = ledgerEntry.omit({ product: true, through_list: true })

/** A row as it is attached to a question: with its order's day and its rule, if it has them. */
export const attachedEntry = entryAlone.extend({
  order_date: day.nullable(),
  rule: z.enum(matchRules).nullable(),
})
export type AttachedEntry = z.output<typeof attachedEntry>

export const orderSorts = ['ordered', 'posted'] as const
export type OrderSort = (typeof orderSorts)[number]

/** An order with all of its creator's rows (docs/product/earnings.md#orders). */
export const ledgerOrder = ledgerEntry
  .pick({
    gross_commission: true,
    platform_fee_amount: true,
    user_amount: true,
    under_review: true,
    is_provisional: true,
    held: true,
    product: true,
    through_list: true,
  })
  .extend({
    order_item_id: z.string(),
    /** What of it counts with the earning month that was asked for; null without one. */
    month_amount: usd.nullable(),
    amazon_orders: orderShown,
    order_date: day,
    /** When its first row was written. */
    first_posted_at: instant,
    /** Until these rates are set, its posted rows stay as they are. Null if it waits for none. */
    waiting: waitingAmount.nullable(),
    /** `netted` once its rows add up to zero; pending while one of them is. */
    status: z.enum(['posted', 'pending', 'under_review', 'netted']),
    /** Its rows, the first one first: they add up to its amounts. */
    entries: z.array(rowOfOrder),
  })
export type LedgerOrder = z.output<typeof ledgerOrder>

export const productSorts = ['earnings', 'clicks', 'orders', 'conversion'] as const
export type ProductSort = (typeof productSorts)[number]
/** Which end of the order comes first. */
export const productEnds = ['most', 'least'] as const
export type ProductEnd = (typeof productEnds)[number]

/** The figures of a product in a period; orders and conversion as in the figures. */
const productEarnings = shownProduct.extend({
  clicks: count,
  orders: count,
  conversion_rate: z.number().nullable(),
  earnings: usd,
})
export type ProductEarnings = z.output<typeof productEarnings>

/** An amount in whole units of a currency, and the dollars for one unit, as exact decimals. */
export const conversion = z.object({
  month,
  currency: z.string(),
  amount: z.string(),
  usd_per_unit: z.string(),
})

const orderNow = z.object({
  order_item_id: z.string(),
  order_date: day,
  /** If the report has the time. */
  ordered_at: instant.nullable(),
  quantity: z.int(),
  order_status: z.enum(['pending', 'shipped', 'cancelled', 'returned', 'withdrawn']),
  asin: z.string(),
  product_title: z.string(),
  currency: z.string(),
  /** Whether the bought item is the one of the link; false also if no product is known. */
  is_same_product: z.boolean(),
  /** In whole units of the currency. */
  commission: z.number(),
  /** As in the list of orders. */
  waiting: waitingAmount.nullable(),
})

const why = z.object({
  entry: ledgerEntry,
  /**
   * The row's rule when it was posted, even if the order has changed since; in rows of version 1 the present one; null
   * without an order.
   */
  rule: z.enum(matchRules).nullable(),
  /** The note to the creator by the admin who assigned the order to them by hand. */
  note: z.string().nullable(),
  click: z
    .object({ kind: z.enum(['view', 'outbound']), clicked_at: instant, short_link_id: z.string().nullable() })
    .nullable(),
  /** What was left of each month’s purchases, and the rate that converted it; empty for orders in dollars. */
  conversions: z.array(conversion),
  /** Whether the order is credited to this creator now. */
  is_credited: z.boolean(),
  /**
   * The report's data about the order when the row was posted; null if no report had it, or if the row does not store
   * it.
   */
  reported: z
    .object({
      order_status: z.enum(['pending', 'shipped', 'cancelled', 'returned']),
      /** In whole units of the order’s currency. */
      commission: z.number(),
      report_as_of: instant,
    })
    .nullable(),
  /** The order as it is now; null in rows without an order. */
  order: orderNow.nullable(),
  /** The platform’s share in hundredths of a percent, fixed at the order’s first row; null without an order. */
  fee_bps: z.int().nullable(),
  /** Since when it was that rate; null if it always was, or the row does not store its day. */
  fee_from: z.iso.date().nullable(),
  /** Whether it was this creator’s own rate, not everybody’s. */
  is_own_fee: z.boolean(),
  /** All rows of this order, the first one first: they add up to what is owed. Empty without an order. */
  entries: z.array(rowOfOrder),
  /** Position in the payee’s chain, and its hash in hexadecimal. */
  chain: z.object({ sequence: z.int(), hash: z.string() }),
})
export type LedgerWhy = z.output<typeof why>

const statement = z.object({
  month,
  /** The zone of its days, in which the month begins and ends. */
  time_zone: z.string(),
  name: z.string(),
  username: z.string(),
  payee_id: id,
  /** The balance before the month, and at its end: earnings less payouts. */
  opening_balance: usd,
  closing_balance: usd,
  sums: statementSums,
  /** The month’s rows by state: posted and pending at the time of the request. */
  posted: usd,
  pending: usd,
  /** The month’s rows, the first one first; a thousand at most. */
  items: z.array(
    entryAlone.extend({
      /** The month for which Amazon pays it; null without an order, and for rows from before that was stored. */
      earning_month: month.nullable(),
    }),
  ),
  is_cut: z.boolean(),
})
export type Statement = z.output<typeof statement>

/** A creator's view of their money (docs/product/earnings.md#overview-page). */
export const earningsContract = defineContract({
  'GET /api/v1/me/earnings': {
    summary: 'Your earnings and clicks of a period, with its chart and top products',
    access: 'user',
    query: z.object({ period: z.enum(earningsPeriods).default('M'), tz: timeZone.default('UTC') }),
    response: analytics,
  },
  'GET /api/v1/me/earnings/products': {
    summary: 'The earnings of each of your products in a period, the most or the least first, 50 a page',
    access: 'user',
    query: z.object({
      period: z.enum(earningsPeriods).default('M'),
      tz: timeZone.default('UTC'),
      sort: z.enum(productSorts).default('earnings'),
      first: z.enum(productEnds).default('most'),
      cursor: z.string().max(200).optional(),
    }),
    response: page(productEarnings),
  },
  'GET /api/v1/me/earnings/products/:id': {
    summary: 'The earnings of one of your products so far',
    access: 'user',
    params: z.object({ id }),
    response: z.object({
      orders: count,
      conversion_rate: z.number().nullable(),
      /** Net of everything; `pending_earnings` is the part that is not posted yet. */
      earnings: usd,
      pending_earnings: usd,
    }),
  },
  'GET /api/v1/me/ledger': {
    summary: 'Your ledger, the newest row first, 50 a page, with the sums of its months',
    access: 'user',
    query: z.object({ tz: timeZone.default('UTC'), cursor: z.string().max(200).optional() }),
    response: page(ledgerEntry).extend({ months: z.array(entryMonth) }),
  },
  'GET /api/v1/me/ledger/orders': {
    summary:
      'Your ledger by orders, each with its rows, by day or by posting, 50 a page, with the sums of its months',
    access: 'user',
    query: z.object({
      sort: z.enum(orderSorts).default('ordered'),
      /** The time zone of the months, if orders are sorted by posting. */
      tz: timeZone.default('UTC'),
      /** Only orders of this product. */
      product: id.optional(),
      /** Only orders of which something counts with this earning month. */
      month: month.optional(),
      cursor: z.string().max(200).optional(),
    }),
    response: page(ledgerOrder).extend({ months: z.array(orderMonth) }),
  },
  'GET /api/v1/me/ledger/export': {
    summary: 'Your whole ledger as a file, the first row first, with the data for checking its chain',
    access: 'user',
    query: z.object({ format: z.enum(fileFormats).default('csv') }),
    response: z.unknown(),
    produces: Object.values(mediaTypes),
  },
  'GET /api/v1/me/ledger/:id': {
    summary: 'The reasons for a row of your ledger: click, order, rule, split and the order’s other rows',
    access: 'user',
    params: z.object({ id }),
    response: why,
  },
  'GET /api/v1/me/statements': {
    summary: 'The months that have rows in your ledger, the newest first',
    access: 'user',
    response: z.object({ items: z.array(z.object({ month, user_amount: usd, entries: count })) }),
  },
  'GET /api/v1/me/statements/:month': {
    summary: 'Your statement of a month',
    access: 'user',
    params: z.object({ month }),
    response: statement,
  },
})
