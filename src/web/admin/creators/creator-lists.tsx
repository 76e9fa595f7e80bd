import { Link } from '@tanstack/react-router'
import { dayText } from '../../../shared/dates/date-text.ts'
import { OrderBadge } from '../../earnings/entry-parts.tsx'
import { amountText, stateTexts } from '../../earnings/payouts/payout-texts.ts'
import { usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Adjustment, CreatorOrder, CreatorPayout } from '../answers.ts'

const linkRow = 'flex min-h-15 items-center gap-4 px-4 py-3 -outline-offset-2 enabled-hover:bg-sunken'

/** An order with what its creator has of it, which leads to the order. */
export function OrderRow({ order }: { order: CreatorOrder }) {
  const { order_item_id: id, amazon_orders, order_date, user_amount, held } = order
  return (
    <Link to="/admin/orders/$id" params={{ id }} className={linkRow}>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-1 text-small font-semibold">
          {amazon_orders.product_title || amazon_orders.asin}
        </span>
        <span className="num block text-caption break-words text-ink-2">
          {dayText(order_date)} · {id}
        </span>
        {held && (
          <span dir="auto" className="block text-caption break-words text-ink-2">
            {held}
          </span>
        )}
      </span>
      <span className="stack justify-items-end gap-1">
        <span className="num text-small font-semibold">{usdText(user_amount)}</span>
        <OrderBadge order={order} />
      </span>
    </Link>
  )
}

/** A payout, which leads to its run. */
export function PayoutRow({ payout }: { payout: CreatorPayout }) {
  const { run_id, reference, state, state_at, reason } = payout
  const { text, tone } = stateTexts[state]
  return (
    <Link to="/admin/payouts/$id" params={{ id: run_id }} className={linkRow}>
      <span className="min-w-0 flex-1">
        <span className="num block text-small font-semibold">{amountText(payout)}</span>
        <span className="num block text-caption text-ink-2">
          {reference} · {momentDay(state_at)}
        </span>
        {reason && (
          <span dir="auto" className="block text-caption break-words text-ink-2">
            {reason}
          </span>
        )}
      </span>
      <Badge tone={tone}>{text}</Badge>
    </Link>
  )
}

/** What an admin added or took, with the reason that the creator reads. */
export function AdjustmentRow({ adjustment: { amount, reason, made_at } }: { adjustment: Adjustment }) {
  return (
    <div className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-small break-words">
          {reason}
        </p>
        <p className="num text-caption text-ink-2">{momentDay(made_at)}</p>
      </div>
      <span className="num text-small font-semibold">{usdText(amount)}</span>
    </div>
  )
}
