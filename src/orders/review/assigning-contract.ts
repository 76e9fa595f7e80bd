import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, storable, text } from '../../shared/schemas.ts'
import { creator } from './contract.ts'

/** A product that an order may be assigned to. */
const candidate = z.object({
  product_id: id,
  short_link_id: z.string().nullable(),
  title: z.string(),
  asin: z.string(),
  marketplace: z.string(),
  creator,
  is_deleted: z.boolean(),
  /**
   * The last presses of its shop link in the 89 days before the order's day was over: three at most, the latest first.
   */
  last_presses: z.array(instant),
})
export type Candidate = z.output<typeof candidate>

/** Twice the orders of a page of the list. */
export const maxAssigned = 100

/**
 * The products an order may be assigned to, and assigning several orders at once (docs/product/matching.md#by-hand).
 */
export const assigningContract = defineContract({
  'GET /api/v1/admin/orders/:id/candidates': {
    summary:
      'Who shares the item of an order, in any marketplace, the last pressed first; and what `product_ref` names',
    access: 'admin',
    params: z.object({ id: z.string().min(1).max(400).refine(storable, 'This cannot be an order.') }),
    query: z.object({ product_ref: text(2048).optional() }),
    response: z.object({ items: z.array(candidate), named: candidate.nullable() }),
  },
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
            /** The version of the match that the admin saw; null if there was none. */
            version: z.int().nullable(),
          }),
        )
        .min(1)
        .max(maxAssigned),
      product_ref: text(2048).min(1, 'Please name a product or short link'),
      reason,
      note_to_creator: text(500).nullish(),
    }),
    response: z.object({ assigned: z.int() }),
  },
})
