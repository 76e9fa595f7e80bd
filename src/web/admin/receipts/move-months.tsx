import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { usdText } from '../../format/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useAdminAct } from '../parts/use-admin-act.ts'

const ConfirmDialog = lazyPart(async () => ({
  default: (await import('../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog,
}))

/** Offers to move orders to the month in which they were shipped (docs/product/payouts.md#months-of-before). */
export function MoveMonths() {
  const { data } = useQuery(queryOf(useApi(), 'GET /api/v1/admin/months/moves'))
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const move = useAdminAct({
    send: (api, orders: number) => api('POST /api/v1/admin/months/moves', { body: { orders } }),
    done: 'They move with the next calculation',
    failed: 'Could not move the orders',
  })
  if (!data || data.orders === 0) return null
  const { orders, items } = data
  return (
    <div className="mb-4">
      <Banner
        tone="note"
        action={
          <Button size="sm" onClick={() => setAsked(true)}>
            Look at them
          </Button>
        }
      >
        {counted(orders, 'order')} not posted yet {orders === 1 ? 'is' : 'are'} in another month than the one
        of shipment.
        {isAsked && (
          <ConfirmDialog
            open
            onClose={close}
            onConfirm={() => void move.run(orders).then(close)}
            busy={move.isBusy}
            title={`Move ${counted(orders, 'order')}?`}
            description="The next calculation moves them to the month in which they were shipped. What is posted stays."
            confirmLabel="Move them"
            tone="primary"
          >
            <ul aria-label="Moves" className="num max-h-60 divide-y overflow-y-auto text-small">
              {items.map(({ marketplace, from, to, orders, amount }) => (
                <li key={`${marketplace} ${from} ${to}`} className="py-2">
                  <span className="block font-semibold">
                    {monthText(from)} to {monthText(to)}
                  </span>
                  <span className="text-ink-2">
                    {marketplaceName(marketplace)} · {counted(orders, 'order')}, {usdText(amount)}
                  </span>
                </li>
              ))}
            </ul>
          </ConfirmDialog>
        )}
      </Banner>
    </div>
  )
}
