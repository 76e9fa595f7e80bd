import type { MonthWorth, ReviewReason } from '../../earnings/contract.ts'
import { type Conversion, convert, type MonthAmount } from '../rates/rules.ts'

/** The facts that decide how much an order is worth. */
export type OrderState = {
  order_item_id: string
  marketplace: string
  order_date: string
  shipped_on: string | null
  order_status: string
  currency: string
  /** Its worth in each earning month; none for one that does not pay. */
  months: MonthAmount[]
  /** No report in force has it. */
  is_withdrawn: boolean
  payee_id: string | null
  product_id: string | null
  review: ReviewReason | null
  observation_id: string | null
  /** The confidence of its match; null before there is one. */
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

type Worth = { months: MonthWorth[]; conversions?: Conversion[] }

const worthOf = ({ currency, months }: OrderState): Worth | null =>
  currency === 'USD'
    ? { months: months.map(({ month, amount }) => ({ month, cents: amount })) }
    : convert(months, currency)

/**
 * An order's worth to its payee now, in US cents: its commission once shipped, by the months in which Amazon pays it
 * (docs/product/ledger.md#earning-months). Null if it waits for a rate: then its posted rows stay as they are.
 */
export function owedOf(order: OrderState) {
  const worth = worthOf(order)
  if (!worth) return null
  const { months, conversions } = worth
  const why = whyOf(order)
  const status = order.is_withdrawn ? 'withdrawn' : order.order_status
  return {
    orderItemId: order.order_item_id,
    marketplace: order.marketplace,
    feeDay: order.shipped_on ?? order.order_date,
    payeeId: order.payee_id,
    productId: order.product_id,
    months: order.payee_id === null ? [] : months,
    ...(order.currency !== 'USD' && { own: { currency: order.currency, months: order.months } }),
    review: order.review,
    isReturned: status === 'returned' || status === 'cancelled',
    why: conversions ? { ...why, evidence: { ...why.evidence, conversions } } : why,
  }
}
