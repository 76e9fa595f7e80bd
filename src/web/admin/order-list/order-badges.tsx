import clsx from 'clsx'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Order } from '../answers.ts'
import { MatchBadge } from '../orders/order-match.tsx'
import { groundText, reviewTexts } from '../orders/order-texts.ts'

/** Whether an admin has to decide on an order: its row has an amber edge. */
export const needsDecision = ({ under_review, evidence_disagrees }: Order): boolean =>
  under_review.length > 0 || evidence_disagrees

type MatchStateProps = Pick<Order, 'match'> & { groundClass?: string }

/** How sure it is whose an order is, and on what ground. */
export const MatchState = ({ match, groundClass }: MatchStateProps) => (
  <>
    <MatchBadge match={match} />
    {match && (
      <span className={clsx('ms-0.5 text-caption text-ink-3', groundClass)}>{groundText(match)}</span>
    )}
  </>
)

type OrderStateProps = { order: Order }

/** What Amazon says of an order, and for what it waits here. */
export const OrderState = ({
  order: { order_status, under_review, evidence_disagrees, waiting_return, currency },
}: OrderStateProps) => (
  <>
    <Badge tone={order_status === 'pending' ? 'waiting' : 'neutral'}>{order_status}</Badge>
    {under_review.map((kind) => (
      <Badge key={kind} tone="waiting">
        {reviewTexts[kind].name}
      </Badge>
    ))}
    {waiting_return > 0 && <Badge tone="waiting">{moneyText(-waiting_return, currency)} waits</Badge>}
    {evidence_disagrees && <Badge tone="waiting">evidence disagrees</Badge>}
  </>
)
