import { z } from 'zod'
import { waitingAmount } from '../../earnings/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, page } from '../../shared/schemas.ts'

const waitingOrder = z.object({
  order_item_id: z.string(),
  product_title: z.string(),
  asin: z.string(),
  order_date: z.iso.date(),
  waiting: waitingAmount,
})
export type WaitingOrder = z.output<typeof waitingOrder>

/** The part of the export of one's own data about orders that have no row yet. */
export const exportedWaiting = z.object({ orders_waiting: z.array(waitingOrder) })

/** Orders that wait for a rate (docs/product/earnings.md#waiting-for-a-rate). */
export const waitingOrdersContract = defineContract({
  'GET /api/v1/me/orders/waiting': {
    summary:
      'Your orders in other currencies that have no row in your ledger yet, since their months have no rate, 50 a page',
    access: 'user',
    query: z.object({
      /** Only orders of this product. */
      product: id.optional(),
      cursor: z.string().max(500).optional(),
    }),
    response: page(waitingOrder).extend({
      /** The sum of all of them, by the rate that they wait for: the month that is over first. */
      sums: z.array(waitingAmount.extend({ orders: z.int() })),
    }),
  },
})
