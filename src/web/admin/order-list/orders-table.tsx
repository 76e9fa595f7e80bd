import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { OrderSort } from '../../../orders/order-list/contract.ts'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { isWithShift } from '../../browser/use-chosen.ts'
import { dayText } from '../../format/when-text.ts'
import { Checkbox } from '../../ui/form/toggles.tsx'
import { SortedHead } from '../../ui/list/sorted-head.tsx'
import type { Order } from '../answers.ts'
import { creatorText, reviewTexts, statusNames } from '../orders/order-texts.ts'
import { OrderBadges } from './order-row.tsx'
import type { Selection } from './selected-orders.tsx'

type OrdersTableProps = {
  orders: Order[]
  /** Undefined where the list is in an order that no column has. */
  sort: OrderSort | undefined
  onSort: (sort: OrderSort) => void
  selection: Selection
  showsWhy: boolean
}

/** Orders from 1024 px, sorted by a column. Below 1280 px the status stands under the date. */
export function OrdersTable({ orders, sort, onSort, selection, showsWhy }: OrdersTableProps) {
  return (
    <div className="surface overflow-hidden">
      <table aria-label="orders" className="w-full table-fixed text-small">
        <thead className="text-caption text-ink-3">
          <tr>
            <th scope="col" className="w-12 ps-4 text-start">
              <Checkbox
                aria-label={selection.allLabel}
                checked={selection.all === 'all'}
                mixed={selection.all === 'some'}
                onChange={selection.toggleAll}
              />
            </th>
            <th scope="col" className={`${head} text-start`}>
              Order
            </th>
            <OrderHead
              name="Date"
              first="newest"
              then="oldest"
              {...{ sort, onSort }}
              className="w-34 min-[80rem]:w-28"
            />
            <th scope="col" className={`${head} w-38 text-start max-[80rem]:hidden`}>
              Status
            </th>
            <th scope="col" className={`${head} w-44 text-start`}>
              Creator
            </th>
            <OrderHead
              name="Commission"
              first="highest"
              then="lowest"
              {...{ sort, onSort }}
              className="w-36 pe-4"
              isEnd
            />
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderLine key={order.order_item_id} {...{ order, selection, showsWhy }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const head = 'px-2 py-1 font-medium'

type OrderHeadProps = {
  name: string
  /** The order after the first press on its head, and after the next. */
  first: OrderSort
  then: OrderSort
  sort: OrderSort | undefined
  onSort: (sort: OrderSort) => void
  className: string
  isEnd?: boolean
}

function OrderHead({ first, then, sort, onSort, className, ...rest }: OrderHeadProps) {
  const isSorted = sort === first || sort === then
  const isRising = sort === 'oldest' || sort === 'lowest'
  return (
    <SortedHead
      {...rest}
      sorted={isSorted ? (isRising ? 'rising' : 'falling') : undefined}
      onSort={() => onSort(sort === first ? then : first)}
      className={`${head} ${className}`}
    />
  )
}

type OrderLineProps = { order: Order; selection: Selection; showsWhy: boolean }

const cell = 'border-t px-2 py-2 align-top'

function OrderLine({ order, selection, showsWhy }: OrderLineProps) {
  const { order_item_id, asin, product_title, commission, order_status, match, under_review } = order
  const isWithdrawn = order_status === 'withdrawn'
  const title = product_title || asin
  return (
    <tr className={clsx('hover:bg-sunken', isWithdrawn && 'text-ink-3', selection.has(order) && 'bg-sunken')}>
      <td className="border-t py-2 ps-4 align-top">
        {!isWithdrawn && (
          <Checkbox
            aria-label={`Select ${title}, ${order_item_id}`}
            checked={selection.has(order)}
            onChange={(event) => selection.toggle(order, isWithShift(event))}
          />
        )}
      </td>
      <th scope="row" className={`${cell} text-start font-normal`}>
        <Link
          to="/admin/orders/$id"
          params={{ id: order_item_id }}
          className="block font-semibold hover:underline"
        >
          <bdi className="line-clamp-1">{title}</bdi>
        </Link>
        <span className="num block truncate text-caption text-ink-3">
          {order_item_id} · {asin}
        </span>
        {showsWhy && under_review.length > 0 && (
          <span className="block text-caption text-ink-2">
            {under_review.map((kind) => reviewTexts[kind].why).join(' ')}
          </span>
        )}
      </th>
      <td className={`${cell} num whitespace-nowrap`}>
        {dayText(order.order_date)}
        <span className="block truncate text-caption text-ink-3 max-[80rem]:hidden">
          {marketplaceName(order.marketplace)}
        </span>
        <span className="block truncate text-caption text-ink-2 min-[80rem]:hidden">
          {statusNames[order_status]}
        </span>
      </td>
      <td className={`${cell} max-[80rem]:hidden`}>{statusNames[order_status]}</td>
      <td className={cell}>
        <span className="block truncate empty:hidden">{creatorText(match)}</span>
        <span className="flex flex-wrap gap-1 pt-1 empty:hidden">
          <OrderBadges order={order} />
        </span>
      </td>
      <td className={`${cell} num pe-4 text-end font-semibold whitespace-nowrap`}>
        {isWithdrawn ? <s>{moneyText(commission, order.currency)}</s> : moneyText(commission, order.currency)}
      </td>
    </tr>
  )
}
