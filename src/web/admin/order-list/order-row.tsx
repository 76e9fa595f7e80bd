import type { Order } from '../answers.ts'
import { creatorText, reviewTexts } from '../orders/order-texts.ts'
import { OrderLink } from '../parts/order-link.tsx'
import { MatchState, OrderState } from './order-badges.tsx'

type OrderRowProps = { order: Order; showsWhy?: boolean }

/** An order in a list: what, how much, when and whose, and badges for how sure that is and what becomes of it. */
export const OrderRow = ({ order, showsWhy = false }: OrderRowProps) => (
  <OrderLink
    order={order}
    about={creatorText(order.match) ?? 'nobody'}
    badges={
      <>
        <OrderState order={order} />
        <MatchState match={order.match} />
      </>
    }
  >
    {showsWhy && (
      <span className="col-span-2 text-caption text-ink-2">
        {order.under_review.map((kind) => reviewTexts[kind].why).join(' ')}
      </span>
    )}
  </OrderLink>
)
