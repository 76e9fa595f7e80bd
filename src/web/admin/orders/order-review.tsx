import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { OrderDetail } from '../answers.ts'
import { reviewTexts } from './order-texts.ts'

const AcceptOrder = deferredPart(() => import('./accept-order.tsx').then((script) => script.default))

type OrderReviewProps = { order: OrderDetail }

/** Says that an order's rows cannot be paired, with the button that accepts them; renders nothing for other orders. */
export function OrderReview({ order }: OrderReviewProps) {
  const [isAccepting, setAccepting] = useState(false)
  if (!order.under_review.includes('restated_ambiguously')) return null
  return (
    <Banner tone="note">
      <div className="stack gap-3">
        <p className="font-semibold">This order is under review.</p>
        <p>
          {reviewTexts.restated_ambiguously.why} What is posted stays as it is, and nothing more is posted,
          until an admin accepts what the newest report says.
        </p>
        <Button size="sm" className="w-fit" onClick={() => setAccepting(true)}>
          Accept
        </Button>
      </div>
      {isAccepting && <AcceptOrder order={order} onClose={() => setAccepting(false)} />}
    </Banner>
  )
}
