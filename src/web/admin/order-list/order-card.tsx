import clsx from 'clsx'
import { useId } from 'react'
import { isWithShift } from '../../browser/use-chosen.ts'
import { Checkbox } from '../../ui/form/toggles.tsx'
import type { Order } from '../answers.ts'
import { OrderRow } from './order-row.tsx'
import type { Selection } from './selected-orders.tsx'

type SelectAllProps = { selection: Selection }

/** The checkbox for all cards; a table has it in its head. */
export function SelectAll({ selection }: SelectAllProps) {
  const id = useId()
  return (
    <div className="flex items-center ps-4">
      <Checkbox
        id={id}
        checked={selection.all === 'all'}
        mixed={selection.all === 'some'}
        onChange={selection.toggleAll}
      />
      <label htmlFor={id} className="flex min-h-11 items-center ps-3 text-small font-semibold">
        {selection.allLabel}
      </label>
    </div>
  )
}

type OrderCardProps = { order: Order; selection: Selection; showsWhy: boolean }

/** An order in a list below 1024 px, with a checkbox. */
export function OrderCard({ order, selection, showsWhy }: OrderCardProps) {
  const id = useId()
  const isChosen = selection.has(order)
  return (
    <div className={clsx('grid grid-cols-[auto_minmax(0,1fr)]', isChosen && 'bg-sunken')}>
      {order.order_status === 'withdrawn' ? (
        <span className="w-10" />
      ) : (
        <label htmlFor={id} className="flex cursor-pointer items-start py-3.5 ps-4">
          <Checkbox
            id={id}
            aria-label={`Select ${order.product_title || order.asin}, ${order.order_item_id}`}
            checked={isChosen}
            onChange={(event) => selection.toggle(order, isWithShift(event))}
          />
        </label>
      )}
      <OrderRow order={order} showsWhy={showsWhy} />
    </div>
  )
}
