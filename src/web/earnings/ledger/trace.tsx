import type { LedgerWhy } from '../../../earnings/contract.ts'
import { counted } from '../../clicks/counted.ts'

/** Why the order is credited to this creator, in plain words (decision: Matching). */
export const ruleTexts: Record<LedgerWhy['rule'], string> = {
  sub_tag: 'The order came with your link’s own mark.',
  tracking_id: 'The order came with the tracking ID that is yours.',
  outbound_24h: 'In the 24 hours before the order, only your links led to this product at Amazon.',
  outbound_24h_several:
    'In the 24 hours before the order, several creators’ links led to this product at Amazon. Yours was pressed last.',
  view_24h: 'In the 24 hours before the order, only your links to this product were opened.',
  view_24h_several:
    'In the 24 hours before the order, several creators’ links to this product were opened. Yours was opened last.',
  cart_89d:
    'In the 89 days that Amazon may keep a cart, only your links to this product were opened before the order.',
  manual: 'Assigned to you by hand.',
  none: 'This order is no longer credited to you.',
}

/** How many were ordered, and whether it is what the link showed: '1 item, same product'. */
export function orderText({ entry, order }: Pick<LedgerWhy, 'entry' | 'order'>): string {
  const items = counted(order.quantity, 'item', 'items')
  if (!entry.product) return items
  return `${items}, ${order.is_same_product ? 'same product' : 'another product'}`
}

/** Whether they bought something else than the link showed. Where no product is credited, no link is known. */
export const isSomethingElse = ({ entry, order }: Pick<LedgerWhy, 'entry' | 'order'>): boolean =>
  entry.product !== null && !order.is_same_product

type Change = { title: string; text: string }

/** What became of an order after it was paid for; null where nothing did. */
export function changeText({ entry, order }: Pick<LedgerWhy, 'entry' | 'order'>): Change | null {
  const change = changes[order.order_status]
  if (change) return change
  if (entry.transaction_type !== 'adjustment') return null
  return { title: 'Adjusted', text: 'What is owed for this order has changed. This row is the difference.' }
}

const changes: Partial<Record<LedgerWhy['order']['order_status'], Change>> = {
  returned: { title: 'Returned', text: 'The buyer sent it back, so Amazon pays no commission for it.' },
  cancelled: { title: 'Cancelled', text: 'The order was cancelled, so Amazon pays no commission for it.' },
  withdrawn: {
    title: 'Withdrawn',
    text: 'Amazon’s report no longer has this order, so nothing is owed for it.',
  },
}
