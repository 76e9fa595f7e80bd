import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { OrderSort } from '../../../orders/order-list/contract.ts'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { isWithShift } from '../../browser/use-chosen.ts'
import { Checkbox } from '../../ui/form/toggles.tsx'
import { SortedHead } from '../../ui/list/sorted-head.tsx'
import type { Order } from '../answers.ts'
import { creatorText, reviewTexts } from '../orders/order-texts.ts'
import { dense, TableFrame } from '../parts/admin-table.tsx'
import { MatchState, needsDecision, OrderState } from './order-badges.tsx'
import type { Selection } from './selected-orders.tsx'

type OrdersTableProps = {
  orders: Order[]
  /** Undefined where the list is in an order that no column has. */
  sort: OrderSort | undefined
  onSort: (sort: OrderSort) => void
  selection: Selection
  showsWhy: boolean
}

/**
 * Orders from 1024 px, sorted by a column, as wide as the window allows. The product gives way first. Below 1280 px the
 * order's id stands under it; the marketplace has a column from 1536 px.
 */
export function OrdersTable({ orders, sort, onSort, selection, showsWhy }: OrdersTableProps) {
  return (
    <TableFrame label="orders">
      <thead>
        <tr className={dense.headRow}>
          <th scope="col" className={`${dense.head} text-start`}>
            <Checkbox
              aria-label={selection.allLabel}
              checked={selection.all === 'all'}
              mixed={selection.all === 'some'}
              onChange={selection.toggleAll}
            />
          </th>
          <th scope="col" className={`${dense.head} text-start ${fromWide}`}>
            Order
          </th>
          <OrderHead name="Date" first="newest" then="oldest" {...{ sort, onSort }} />
          <th scope="col" className={`${dense.head} text-start`}>
            Product
          </th>
          <th scope="col" className={`${dense.head} text-start ${fromWidest}`}>
            Marketplace
          </th>
          <th scope="col" className={`${dense.head} text-start`}>
            Creator
          </th>
          <th scope="col" className={`${dense.head} text-start`}>
            Match
          </th>
          <th scope="col" className={`${dense.head} text-start`}>
            State
          </th>
          <OrderHead name="Commission" first="highest" then="lowest" {...{ sort, onSort }} isEnd />
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderLine key={order.order_item_id} {...{ order, selection, showsWhy }} />
        ))}
      </tbody>
    </TableFrame>
  )
}

const fromWide = 'max-[80rem]:hidden'
const fromWidest = 'max-[96rem]:hidden'

type OrderHeadProps = {
  name: string
  /** The order after the first press on its head, and after the next. */
  first: OrderSort
  then: OrderSort
  sort: OrderSort | undefined
  onSort: (sort: OrderSort) => void
  isEnd?: boolean
}

function OrderHead({ first, then, sort, onSort, ...rest }: OrderHeadProps) {
  const isSorted = sort === first || sort === then
  const isRising = sort === 'oldest' || sort === 'lowest'
  return (
    <SortedHead
      {...rest}
      sorted={isSorted ? (isRising ? 'rising' : 'falling') : undefined}
      onSort={() => onSort(sort === first ? then : first)}
      className={dense.head}
    />
  )
}

type OrderLineProps = { order: Order; selection: Selection; showsWhy: boolean }

const { cell } = dense

function OrderLine({ order, selection, showsWhy }: OrderLineProps) {
  const { order_item_id, asin, product_title, commission, order_status, match, under_review } = order
  const isWithdrawn = order_status === 'withdrawn'
  const title = product_title || asin
  const creator = creatorText(match)
  return (
    <tr className={clsx(dense.row, isWithdrawn && 'text-ink-3', selection.has(order) && 'bg-sunken')}>
      <td className={clsx(cell, needsDecision(order) && 'shadow-[inset_3px_0_0_var(--color-amber)]')}>
        {!isWithdrawn && (
          <Checkbox
            aria-label={`Select ${title}, ${order_item_id}`}
            checked={selection.has(order)}
            onChange={(event) => selection.toggle(order, isWithShift(event))}
          />
        )}
      </td>
      <td className={`${cell} num ${fromWide}`}>
        <span className="block max-w-48 truncate" title={order_item_id}>
          {order_item_id}
        </span>
      </td>
      <td className={`${cell} num text-ink-3`}>{dayText(order.order_date)}</td>
      <th scope="row" className={`${cell} ${dense.wide} text-start font-normal`}>
        <Link
          to="/admin/orders/$id"
          params={{ id: order_item_id }}
          title={title}
          className="flex min-h-9 items-center font-semibold hover:underline"
        >
          <bdi className="truncate">{title}</bdi>
        </Link>
        <span className="num -mt-1.5 block truncate pb-1 text-caption text-ink-3 min-[80rem]:hidden">
          {order_item_id}
        </span>
        {showsWhy && under_review.length > 0 && (
          <span className="-mt-1 block pb-1 text-caption whitespace-normal text-ink-2">
            {under_review.map((kind) => reviewTexts[kind].why).join(' ')}
          </span>
        )}
      </th>
      <td className={`${cell} text-ink-3 ${fromWidest}`}>{marketplaceName(order.marketplace)}</td>
      <td className={cell}>
        <span
          className={clsx('block max-w-40 truncate', !creator && 'text-ink-3')}
          title={creator ?? undefined}
        >
          {creator ?? 'nobody'}
        </span>
      </td>
      <td className={cell}>
        <span className="flex items-center gap-1 max-[80rem]:flex-wrap">
          <MatchState match={match} groundClass={fromWide} />
        </span>
      </td>
      <td className={cell}>
        <span className="flex flex-wrap gap-1">
          <OrderState order={order} />
        </span>
      </td>
      <td className={`${cell} num text-end font-semibold`}>
        {isWithdrawn ? <s>{moneyText(commission, order.currency)}</s> : moneyText(commission, order.currency)}
      </td>
    </tr>
  )
}
