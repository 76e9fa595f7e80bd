import type { ReviewReason } from '../../earnings/contract.ts'

/** What decides what an order is worth. */
export type OrderState = {
  order_item_id: string
  order_date: string
  order_status: string
  commission_cents: number
  /** No report that stands tells of it any more. */
  is_withdrawn: boolean
  payee_id: string | null
  product_id: string | null
  review: ReviewReason | null
}

/**
 * What an order is worth to its payee now: its commission once shipped, else nothing (decisions: Ledger; an order
 * pending at Amazon has no row yet).
 */
export function owedOf(order: OrderState) {
  const status = order.is_withdrawn ? 'withdrawn' : order.order_status
  return {
    orderItemId: order.order_item_id,
    orderDate: order.order_date,
    payeeId: order.payee_id,
    productId: order.product_id,
    owedCents: status === 'shipped' && order.payee_id !== null ? order.commission_cents : 0,
    review: order.review,
    isReturned: status === 'returned' || status === 'cancelled',
  }
}
