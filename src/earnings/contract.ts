import { z } from 'zod'
import { confidenceBy, confidences } from '../shared/attribution.ts'
import { defineContract } from '../shared/contract.ts'
import { fileFormats, mediaTypes } from '../shared/export-file.ts'
import { id, instant, month, page, timeZone } from '../shared/schemas.ts'
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

/** What an order is worth in an earning month, in cents; below zero where more was returned in it than bought. */
export type MonthWorth = {
  /** As `2026-11`. */
  month: string
  cents: number
}

/** All kinds of rows; the last three are of no order (docs/product/ledger.md#rows-without-an-order). */
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
  /** Null where the product has been deleted. */
  short_link_id: z.string().nullable(),
})

/** The figures of a time (docs/product/earnings.md#figures). */
const figures = {
  posted_earnings: usd,
  pending_earnings: usd,
  clicks: count,
  /** Orders that were first posted then and whose commission stands, without those that are zero since. */
  commissions: count,
  /** Commissions divided by clicks, as a fraction; null without clicks. */
  conversion_rate: z.number().nullable(),
  /** Posted and pending earnings divided by clicks, in dollars; null without clicks. */
  average_per_click: z.number().nullable(),
}

const analytics = z.object({
  period: z.enum(earningsPeriods),
  /**
   * First and last day of what the figures cover, in the viewer’s time zone: today alone, or all that is charted up to
   * today.
   */
  from: day,
  to: day,
  ...figures,
  /** The same for the whole days, weeks, months or years before, as many. */
  before: z.object({ from: day, to: day, ...figures }),
  /** 7 days, 4 ISO weeks, 12 months or 5 years, oldest first. Earnings are posted and pending together. */
  items: z.array(z.object({ start: day, earnings: usd, clicks: count })),
  /** Five at most, by clicks, then by earnings, of the time the figures cover. */
  top_products: z.array(shownProduct.extend({ clicks: count, earnings: usd })),
  /** The sums of all time. */
  all_time: z.object({ posted_earnings: usd, pending_earnings: usd }),
  /** The next day on which something pending becomes posted, and how much; null when nothing is pending. */
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

/** What a row is of in another currency than dollars (docs/product/ledger.md#rates). */
export const ownAmount = z.object({
  currency: z.string(),
  /** In whole units; null where it is of one amount only together with another row. */
  amount: z.number().nullable(),
  /** Dollars for one unit, as an exact decimal; null where the row has no purchase of which it is. */
  usd_per_unit: z.string().nullable(),
})
export type OwnAmount = z.output<typeof ownAmount>

/** What an order is worth in its own currency that waits for the rates of months (docs/product/ledger.md#rates). */
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
  /** Null in rows that are of no order. */
  order_item_id: z.string().nullable(),
  transaction_type: z.enum(transactionTypes),
  gross_commission: usd,
  platform_fee_amount: usd,
  user_amount: usd,
  /** Null for a row of an order in dollars, or of none. */
  own: ownAmount.nullable(),
  /** Posted from its day on, unless an admin has to decide on its order first. Payouts and what came back are paid. */
  status: z.enum(['posted', 'pending', 'paid']),
  /** Why its order is under review; it stays pending until that is decided. */
  under_review: z.enum(reviewReasons).nullable(),
  /** Its order’s day is not over, or has just ended: visits of that day may still make it another creator's. */
  is_provisional: z.boolean(),
  available_on: day,
  /** The day from which it counts as posted; null while Amazon has not paid for its month, where that decides. */
  posted_on: day.nullable(),
  /** Why its order or its month is not paid out for the time being. */
  held: z.string().nullable(),
  created_at: instant,
  /** Null in rows that are of no order. */
  amazon_orders: orderShown.nullable(),
  /** What the creator is told about a row without an order; otherwise null. */
  reason: z.string().nullable(),
  /** The product the order was credited to, where there is one. */
  product: shownProduct.nullable(),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

/** A row as it is attached to a question: with its order's day, if any, and what it was posted by, if it says so. */
export const attachedEntry = ledgerEntry.omit({ product: true }).extend({
  order_date: day.nullable(),
  rule: z.enum(matchRules).nullable(),
})
export type AttachedEntry = z.output<typeof attachedEntry>

export const orderSorts = ['ordered', 'posted'] as const
export type OrderSort = (typeof orderSorts)[number]

/** An order with all rows that its creator has of it (docs/product/earnings.md#orders). */
export const ledgerOrder = ledgerEntry
  .pick({
    gross_commission: true,
    platform_fee_amount: true,
    user_amount: true,
    under_review: true,
    is_provisional: true,
    held: true,
    product: true,
  })
  .extend({
    order_item_id: z.string(),
    amazon_orders: orderShown,
    order_date: day,
    /** When its first row was written. */
    first_posted_at: instant,
    /** Until these rates are set, what was posted of it stays as it is. Null where it waits for none. */
    waiting: waitingAmount.nullable(),
    /** `netted` once its rows come to nothing; pending while one of them is. */
    status: z.enum(['posted', 'pending', 'under_review', 'netted']),
    /** Its rows, the first one first: they add up to its amounts. */
    entries: z.array(
      ledgerEntry.omit({
        order_item_id: true,
        is_provisional: true,
        held: true,
        amazon_orders: true,
        reason: true,
        product: true,
      }),
    ),
  })
export type LedgerOrder = z.output<typeof ledgerOrder>

export const productSorts = ['earnings', 'clicks', 'orders', 'conversion'] as const
export type ProductSort = (typeof productSorts)[number]
/** Which of them come first. */
export const productEnds = ['most', 'least'] as const
export type ProductEnd = (typeof productEnds)[number]

/** The figures of a product in a time; orders and conversion as in the figures. */
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
  /** Where the report has the time. */
  ordered_at: instant.nullable(),
  quantity: z.int(),
  order_status: z.enum(['pending', 'shipped', 'cancelled', 'returned', 'withdrawn']),
  asin: z.string(),
  product_title: z.string(),
  currency: z.string(),
  /** Whether the item that was bought is the one of the link; false also where no product is known. */
  is_same_product: z.boolean(),
  /** In whole units of the currency. */
  commission: z.number(),
  /** As in the list of orders. */
  waiting: waitingAmount.nullable(),
})

const why = z.object({
  entry: ledgerEntry,
  /**
   * What the row was posted by, even if the order has changed since. Rows of version 1 do not store it and say what
   * applies now. Null in rows that are of no order.
   */
  rule: z.enum(matchRules).nullable(),
  /** The note to the creator by the admin who assigned the order to them by hand. */
  note: z.string().nullable(),
  click: z
    .object({ kind: z.enum(['view', 'outbound']), clicked_at: instant, short_link_id: z.string().nullable() })
    .nullable(),
  /** What was left of each month’s purchases, and by which rate it became dollars; none of orders in dollars. */
  conversions: z.array(conversion),
  /** Whether the order is credited to this creator now. */
  is_credited: z.boolean(),
  /**
   * What the report said of the order when the row was posted; null where none had it, or where the row does not store
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
  /** The order as it is now; null in rows that are of no order. */
  order: orderNow.nullable(),
  /** The platform’s share in hundredths of a percent, fixed at the order’s first row; null without an order. */
  fee_bps: z.int().nullable(),
  /** Since when it was that; null where it always was, or the row does not store its day. */
  fee_from: z.iso.date().nullable(),
  /** Whether it was this creator’s own, and not everybody’s. */
  is_own_fee: z.boolean(),
  /** All rows of this order, the first one first: they add up to what is owed. None without an order. */
  entries: z.array(
    ledgerEntry.pick({
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
    }),
  ),
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
  /** The sums of the ledger before the month, and at its end: what was earned less what was paid. */
  opening_balance: usd,
  closing_balance: usd,
  sums: statementSums,
  /** The month’s rows by state: posted and pending when the statement was asked for. */
  posted: usd,
  pending: usd,
  /** The month’s rows, the first one first; a thousand at most. */
  items: z.array(
    ledgerEntry.omit({ product: true }).extend({
      /** For which month Amazon pays it; null for what has no order, and of rows from before that was stored. */
      earning_month: month.nullable(),
    }),
  ),
  is_cut: z.boolean(),
})
export type Statement = z.output<typeof statement>

/** What a creator sees of their money (docs/product/earnings.md#overview-page). */
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
    summary: 'Your ledger, the newest row first, 50 a page',
    access: 'user',
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: page(ledgerEntry),
  },
  'GET /api/v1/me/ledger/orders': {
    summary: 'Your ledger by orders, each with its rows, by day or by posting, 50 a page',
    access: 'user',
    query: z.object({
      sort: z.enum(orderSorts).default('ordered'),
      /** Only orders of this product. */
      product: id.optional(),
      cursor: z.string().max(200).optional(),
    }),
    response: page(ledgerOrder),
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
