import { lazy, Suspense, useEffect, useState } from 'react'
import { useChosen } from '../../browser/use-chosen.ts'
import { counted } from '../../count-text.ts'
import { sumUsd, usdText } from '../../earnings/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Order } from '../admin-queries.ts'
import type { Selection } from './orders-table.tsx'

const AssignSeveral = lazy(() => import('../assigning/assign-several.tsx'))

/** As many as one call takes. */
const most = 100

/** Which of the listed orders are chosen; none any more once others are listed. */
export function useSelection(orders: Order[], listed: string) {
  const open = orders.filter(({ order_status }) => order_status !== 'withdrawn')
  const openIds = open.map(({ order_item_id }) => order_item_id)
  const { chosen: ids, toggle, choose } = useChosen(openIds)
  const clear = () => choose([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once others are listed
  useEffect(clear, [listed])
  const chosen = open.filter(({ order_item_id }) => ids.has(order_item_id))
  const selection: Selection = {
    has: ({ order_item_id }) => ids.has(order_item_id),
    toggle: ({ order_item_id }, isRange) => toggle(order_item_id, isRange),
    all: chosen.length === 0 ? 'none' : chosen.length === open.length ? 'all' : 'some',
    toggleAll: () => choose(chosen.length > 0 ? [] : openIds),
  }
  return { chosen, selection, clear }
}

type SelectedOrdersProps = { orders: Order[]; onDone: () => void }

/** What can be done with the orders that are chosen, at the foot of the window. */
export function SelectedOrders({ orders, onDone }: SelectedOrdersProps) {
  const [isAsked, setAsked] = useState(false)
  const isTooMany = orders.length > most
  return (
    <div
      role="status"
      className="sticky bottom-4 z-2 mt-4 flex flex-wrap items-center gap-3 rounded-lg bg-card p-3 shadow-lift inset-ring inset-ring-line-strong empty:hidden"
    >
      {orders.length > 0 && (
        <>
          <p className="num flex-1 ps-1 text-small">
            <span className="font-semibold">{counted(orders.length, 'order')}</span>,{' '}
            {usdText(sumUsd(orders.map(({ commission }) => commission)))}
            {isTooMany && <span className="block text-caption text-ink-2">Choose {most} at most.</span>}
          </p>
          <Button size="sm" variant="ghost" onClick={onDone}>
            Clear
          </Button>
          <Button size="sm" variant="ink" disabled={isTooMany} onClick={() => setAsked(true)}>
            Assign by hand
          </Button>
        </>
      )}
      <Suspense>
        {isAsked && orders.length > 0 && (
          <AssignSeveral
            orders={orders}
            onClose={(isDone) => {
              setAsked(false)
              if (isDone) onDone()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
