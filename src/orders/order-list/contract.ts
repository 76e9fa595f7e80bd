import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { fileFormats, mediaTypes } from '../../shared/export-file.ts'
import { id, instant, marketplaceCode, page, storable, text } from '../../shared/schemas.ts'
import { creator, order, orderStates } from '../review/contract.ts'

/** How a list of orders can be sorted. */
export const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const
export type OrderSort = (typeof orderSorts)[number]

const usd = z.coerce.number().min(-1_000_000_000).max(1_000_000_000).optional()

/** Which orders, and how they are sorted; the same for the list and the file. */
const listed = z.object({
  state: z.enum(orderStates).default('all'),
  q: text(200).optional(),
  /** The first and the last day. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** The least and the highest commission, in whole units of the order's currency. */
  min: usd,
  max: usd,
  marketplace: marketplaceCode.optional(),
  /** By day or by commission. Without it the newest come first, and orders with ledger rows by their first row. */
  sort: z.enum(orderSorts).optional(),
})
export type ListedOrders = z.output<typeof listed>

/** A product that an order may be assigned to. */
const candidate = z.object({
  product_id: id,
  short_link_id: z.string().nullable(),
  title: z.string(),
  asin: z.string(),
  marketplace: z.string(),
  creator,
  is_deleted: z.boolean(),
  /** The last presses of its shop link in the 89 days before the order's day was over: three at most, the latest first. */
  last_presses: z.array(instant),
})
export type Candidate = z.output<typeof candidate>

/** Twice the orders of a page of the list. */
export const mostAssigned = 100

/**
 * The table of orders, for admins: search, export, the products an order may be assigned to, and assigning several at
 * once (decisions 26 and 60).
 */
export const orderListContract = defineContract({
  'GET /api/v1/admin/orders': {
    summary:
      'Orders by state, the newest first unless `sort` says otherwise, 50 a page. `q` finds parts of order item ids, words of titles, ASINs, sub tags, tracking ids and creators',
    access: 'admin',
    query: listed.extend({
      /** Contains an order item's id, which may be long. */
      cursor: z.string().max(2500).optional(),
    }),
    response: page(order),
  },
  'GET /api/v1/admin/export/orders': {
    summary: 'The same orders as a file, all of them',
    access: 'admin',
    query: listed.extend({ format: z.enum(fileFormats).default('csv') }),
    response: z.unknown(),
    produces: Object.values(mediaTypes),
  },
  'GET /api/v1/admin/orders/:id/candidates': {
    summary:
      'Who shares the item of an order, in any marketplace, the last pressed first; and what `product_ref` names',
    access: 'admin',
    params: z.object({ id: z.string().min(1).max(400).refine(storable, 'This cannot be an order.') }),
    query: z.object({ product_ref: text(2048).optional() }),
    response: z.object({ items: z.array(candidate), named: candidate.nullable() }),
  },
})

/** Assigning several orders at once, for admins (docs/product/matching.md#by-hand). */
export const assigningContract = defineContract({
  'PUT /api/v1/admin/order-matches': {
    summary: 'Assign several orders by hand to the same product, all of them or none',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    body: z.object({
      orders: z
        .array(
          z.object({
            order_item_id: z.string().min(1).max(400).refine(storable, 'This cannot be an order.'),
            /** The version of the match that the admin saw; null where there was none. */
            version: z.int().nullable(),
          }),
        )
        .min(1)
        .max(mostAssigned),
      product_ref: text(2048).min(1, 'Please name a product or short link'),
      reason,
      note_to_creator: text(500).nullish(),
    }),
    response: z.object({ assigned: z.int() }),
  },
})
