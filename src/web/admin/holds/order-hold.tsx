import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { OrderDetail } from '../answers.ts'

const EndHold = lazyPart(() => import('./end-hold.tsx'))
const SetHold = lazyPart(() => import('./set-hold.tsx'))

/** Whether the earnings of an order are held, and the button that changes it (docs/product/payouts.md#holds). */
export function OrderHold({ order: { order_item_id, hold, unpaid_months } }: { order: OrderDetail }) {
  const [asked, setAsked] = useState<'hold' | 'end' | null>(null)
  const close = () => setAsked(null)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="stack min-w-0 flex-1 gap-1 text-small break-words text-ink-2">
        {unpaid_months.map(({ marketplace, month }) => (
          <p key={`${month} ${marketplace}`}>
            Held until Amazon has paid for it with {monthText(month)}, {marketplaceName(marketplace)}.{' '}
            <Link to="/admin/holds" search={{ month, marketplace }} className="link">
              See the holds
            </Link>
          </p>
        ))}
        {hold && (
          <p dir="auto">
            Held since {momentDay(hold.set_at)}: {hold.reason}
          </p>
        )}
        {!hold && unpaid_months.length === 0 && <p>Not held.</p>}
      </div>
      <Button size="sm" onClick={() => setAsked(hold ? 'end' : 'hold')}>
        {hold ? 'End hold' : 'Hold'}
        <span className="sr-only"> of this order</span>
      </Button>
      {asked === 'end' && hold && <EndHold id={hold.id} of="this order" onClose={close} />}
      {asked === 'hold' && <SetHold of={{ kind: 'order', order_item_id }} onClose={close} />}
    </div>
  )
}
