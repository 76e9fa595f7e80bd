import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { useChosen } from '../../browser/use-chosen.ts'
import { counted } from '../../format/count-text.ts'
import { sumUsd } from '../../format/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Order } from '../answers.ts'

const AssignSeveral = lazyPart(() => import('../assigning/assign-several.tsx'))

/** The most orders that one call takes. */
const maxSelected = 100

export type Selection = {
  has: (order: Order) => boolean
  /** With `isRange` all orders between the last one toggled and this one. */
  toggle: (order: Order, isRange: boolean) => void
  /** The label of the checkbox for all, which says where not all can be chosen. */
  allLabel: string
  all: 'none' | 'some' | 'all'
  /** Chooses all listed orders, as many as one call takes, or none. */
  toggleAll: () => void
}

const idOf = ({ order_item_id }: Order) => order_item_id

/** The chosen ones of the listed orders; emptied when `listed`, the query of the list, changes. */
export function useSelection(orders: Order[], listed: string) {
  const open = orders.filter(({ order_status }) => order_status !== 'withdrawn')
  const { chosen: ids, toggle, choose } = useChosen(open.map(idOf))
  const [chosenIn, setChosenIn] = useState(listed)
  // During rendering, not in an effect, so that the old choice is never shown beside the new list.
  if (chosenIn !== listed) {
    setChosenIn(listed)
    choose([])
  }
  const chosen = open.filter((order) => ids.has(order.order_item_id))
  const selection: Selection = {
    has: ({ order_item_id }) => ids.has(order_item_id),
    toggle: ({ order_item_id }, isRange) => toggle(order_item_id, isRange),
    allLabel: open.length > maxSelected ? `Select the first ${maxSelected}` : 'Select all that are listed',
    all: chosen.length === 0 ? 'none' : chosen.length === open.length ? 'all' : 'some',
    toggleAll: () => choose(chosen.length > 0 ? [] : open.slice(0, maxSelected).map(idOf)),
  }
  return {
    chosen,
    selection,
    clear: () => choose([]),
    chooseFirst: () => choose(chosen.slice(0, maxSelected).map(idOf)),
  }
}

type SelectedOrdersProps = { orders: Order[]; onClear: () => void; onFirst: () => void }

/** The bar for the chosen orders, at the foot of the window. */
export function SelectedOrders({ orders, onClear, onFirst }: SelectedOrdersProps) {
  const [isAsked, setAsked] = useState(false)
  const isTooMany = orders.length > maxSelected
  const [first, ...others] = orders
  return (
    <div
      role="status"
      className="sticky bottom-[calc(env(safe-area-inset-bottom)+0.75rem)] z-2 mt-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-lg bg-card p-3 shadow-lift inset-ring inset-ring-line-strong empty:hidden lg:bottom-4"
    >
      {orders.length > 0 && (
        <>
          <p className="num flex-1 ps-1 text-small">
            <span className="font-semibold">{counted(orders.length, 'order')}</span>, {sumsText(orders)}
            {isTooMany && (
              <span className="block text-caption text-ink-2">Choose {maxSelected} at most.</span>
            )}
          </p>
          <Button size="sm" variant="ghost" onClick={onClear}>
            Clear
          </Button>
          {isTooMany ? (
            <Button size="sm" variant="ink" onClick={onFirst}>
              Keep the first {maxSelected}
            </Button>
          ) : (
            <Button size="sm" variant="ink" onClick={() => setAsked(true)}>
              Assign by hand
            </Button>
          )}
        </>
      )}
      {isAsked && first && (
        <AssignSeveral
          orders={[first, ...others]}
          onClose={(isDone) => {
            setAsked(false)
            if (isDone) onClear()
          }}
        />
      )}
    </div>
  )
}

/** The commission of some orders, a sum for each currency. */
const sumsText = (orders: Order[]): string =>
  [...Map.groupBy(orders, ({ currency }) => currency)]
    .map(([currency, some]) => moneyText(sumUsd(some.map(({ commission }) => commission)), currency))
    .join(' and ')
