import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { usdText } from '../../format/money-text.ts'
import { monthText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useChange } from '../parts/use-change.ts'

const ConfirmDialog = lazyPart(async () => ({
  default: (await import('../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog,
}))

/** Offers to move orders to the month in which they were shipped (docs/product/payouts.md#months-of-before). */
export function MoveMonths() {
  const { data } = useQuery(queryOf(useApi(), 'GET /api/v1/admin/months/moves'))
  const { api, isBusy, change } = useChange()
  const [isAsked, setAsked] = useState(false)
  if (!data || data.orders === 0) return null
  const { orders, items } = data
  const close = () => setAsked(false)
  async function move() {
    const texts = { success: 'They move with the next calculation', failure: 'Could not move the orders' }
    await change(() => api('POST /api/v1/admin/months/moves', { body: { orders } }), texts)
    close()
  }
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
            onConfirm={() => void move()}
            busy={isBusy}
            title={`Move ${counted(orders, 'order')}?`}
            description="The next calculation moves them to the month in which they were shipped. What is posted stays."
            confirmLabel="Move them"
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
