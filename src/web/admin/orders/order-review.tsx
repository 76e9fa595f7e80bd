import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { reviewTexts } from './order-texts.ts'

const AcceptOrder = lazy(() => import('./accept-order.tsx'))

type OrderReviewProps = { order: OrderDetail }

/** Why an order is under review, and the button that ends it; nothing for one that is not. */
export function OrderReview({ order }: OrderReviewProps) {
  const [isAccepting, setAccepting] = useState(false)
  if (!order.review_reason) return null
  return (
    <Banner tone="note">
      <div className="stack gap-3">
        <p className="font-semibold">This order is under review.</p>
        <p>{reviewTexts[order.review_reason]}</p>
        <Button size="sm" className="w-fit" onClick={() => setAccepting(true)}>
          Accept
        </Button>
      </div>
      {isAccepting && (
        <Suspense>
          <AcceptOrder order={order} onClose={() => setAccepting(false)} />
        </Suspense>
      )}
    </Banner>
  )
}
