import { moneyText } from '../../../shared/amazon/currencies.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Order } from '../answers.ts'
import { MatchBadge } from '../orders/order-match.tsx'
import { creatorText, reviewTexts, statusNames } from '../orders/order-texts.ts'
import { OrderLink } from '../parts/order-link.tsx'

type OrderRowProps = { order: Order; showsWhy?: boolean }

/** An order in a list: what, when, how much, whose, and badges for what is unusual. */
export function OrderRow({ order, showsWhy = false }: OrderRowProps) {
  const { order_status, match, under_review } = order
  return (
    <OrderLink
      order={order}
      about={statusNames[order_status]}
      badges={
        <>
          {order_status === 'withdrawn' && <Badge>withdrawn</Badge>}
          <OrderBadges order={order} />
        </>
      }
    >
      <span className="line-clamp-1 max-w-40 text-end text-caption break-all text-ink-2 sm:max-w-none">
        {creatorText(match)}
      </span>
      {showsWhy && (
        <span className="col-span-2 text-caption text-ink-2">
          {under_review.map((kind) => reviewTexts[kind].why).join(' ')}
        </span>
      )}
    </OrderLink>
  )
}

/** Badges for what is unusual: an admin has to decide, or the match is not sure. */
export function OrderBadges({
  order: { under_review, evidence_disagrees, match, waiting_return, currency },
}: {
  order: Order
}) {
  return (
    <>
      {under_review.map((kind) => (
        <Badge key={kind} tone="waiting">
          {reviewTexts[kind].name}
        </Badge>
      ))}
      {waiting_return > 0 && <Badge tone="waiting">{moneyText(-waiting_return, currency)} waits</Badge>}
      {evidence_disagrees && <Badge tone="waiting">evidence disagrees</Badge>}
      <MatchBadge match={match} isQuiet />
    </>
  )
}
