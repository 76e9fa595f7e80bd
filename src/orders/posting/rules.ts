import type { ReviewReason } from '../../earnings/contract.ts'
import { convert, type MonthAmount } from '../rates/rules.ts'

/** What decides how much an order is worth. */
export type OrderState = {
  order_item_id: string
  marketplace: string
  order_date: string
  order_status: string
  /** In the currency's smallest unit. */
  commission_cents: number
  currency: string
  /** Of an order in another currency than dollars, what it is worth in each month, with that month's rate. */
  months: MonthAmount[] | null
  /** No report that still stands has it. */
  is_withdrawn: boolean
  payee_id: string | null
  product_id: string | null
  review: ReviewReason | null
  observation_id: string | null
  /** Of its match; null before there is one. */
  confidence: string | null
  evidence: Record<string, unknown> | null
  reason: string | null
  note_to_creator: string | null
}

/** The parts of a match's evidence that its creator may read. The rule is shown beside them. */
const shownEvidence = ['creators', 'product_id', 'short_link_id', 'tracking_id', 'click_kind', 'clicked_at']

/**
 * Why an order's rows are posted. The reason of a match by hand is for other admins, so its creator reads the note
 * instead.
 */
function whyOf({ confidence, evidence, reason, note_to_creator, observation_id }: OrderState) {
  const isManual = confidence === 'manual'
  const shown = shownEvidence.flatMap((key) => (evidence?.[key] === undefined ? [] : [[key, evidence[key]]]))
  return {
    rule: isManual ? 'manual' : String(evidence?.rule ?? 'none'),
    evidence: Object.fromEntries(shown) as Record<string, unknown>,
    observationId: observation_id,
    reason: isManual ? note_to_creator : reason || null,
  }
}

/**
 * What an order is worth to its payee now, in US cents: its commission once shipped, else nothing
 * (docs/product/ledger.md#posting). Null where it waits for a rate: then what was posted of it stays as it is.
 */
export function owedOf(order: OrderState) {
  const converted = order.months && convert(order.months, order.currency)
  if (order.months && !converted) return null
  const why = whyOf(order)
  const status = order.is_withdrawn ? 'withdrawn' : order.order_status
  return {
    orderItemId: order.order_item_id,
    marketplace: order.marketplace,
    orderDate: order.order_date,
    payeeId: order.payee_id,
    productId: order.product_id,
    owedCents:
      status === 'shipped' && order.payee_id !== null ? (converted?.cents ?? order.commission_cents) : 0,
    review: order.review,
    isReturned: status === 'returned' || status === 'cancelled',
    why: converted ? { ...why, evidence: { ...why.evidence, conversions: converted.conversions } } : why,
  }
}
