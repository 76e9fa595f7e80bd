import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import type { Order } from '../answers.ts'

type OrderLinkProps = {
  order: Pick<
    Order,
    'order_item_id' | 'order_date' | 'asin' | 'product_title' | 'commission' | 'currency' | 'order_status'
  >
  /** Text after its id and day. */
  about?: string
  badges?: ReactNode
  /** What stands at the end of that line. */
  end?: ReactNode
  /** What stands below it. */
  children?: ReactNode
}

/**
 * A row that links to an order: what and how much, its id and day, and the list's own `children`. A withdrawn order is
 * struck through.
 */
export function OrderLink({ order, about, badges, end, children }: OrderLinkProps) {
  const { order_item_id, order_date, asin, product_title, commission, currency, order_status } = order
  const isWithdrawn = order_status === 'withdrawn'
  return (
    <Link
      to="/admin/orders/$id"
      params={{ id: order_item_id }}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 p-4 -outline-offset-2 hover:bg-sunken"
    >
      <span
        className={clsx(
          'col-span-2 flex justify-between gap-4 text-small font-semibold',
          isWithdrawn && 'text-ink-3',
        )}
      >
        <span className="min-w-0">
          <span dir="auto" className="line-clamp-1">
            {product_title || asin}
          </span>
        </span>
        {isWithdrawn ? (
          <s className="num shrink-0">{moneyText(commission, currency)}</s>
        ) : (
          <span className="num shrink-0">{moneyText(commission, currency)}</span>
        )}
      </span>
      <span className={clsx('num min-w-0 text-caption break-words text-ink-3', !end && 'col-span-2')}>
        {order_item_id} · {dayText(order_date)}
        {about && (
          <>
            {' · '}
            <span className="whitespace-nowrap">{about}</span>
          </>
        )}
      </span>
      {end}
      {children}
      <span className="col-span-2 flex flex-wrap items-center gap-1 pt-1 empty:hidden">{badges}</span>
    </Link>
  )
}
