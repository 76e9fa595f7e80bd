import clsx from 'clsx'
import type { LedgerEntry, LedgerOrder, OrderSort } from '../../../earnings/contract.ts'
import { counted } from '../../format/count-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'
import { dayText, momentDay } from '../../format/when-text.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { EntryPicture, OrderBadge, StatusBadge } from '../entry-parts.tsx'
import { ownText, waitingText } from '../own-amounts.ts'
import { useOpenRows, WhyButton, whyId } from './open-rows.tsx'
import { Why } from './why.tsx'

type OrderListProps = { orders: readonly LedgerOrder[]; sort: OrderSort }

/** The ledger by orders: each order's sum, with its rows folded inside (docs/product/earnings.md#orders). */
export function OrderList({ orders, sort }: OrderListProps) {
  const rows = useOpenRows()
  return (
    <ul aria-labelledby="earnings-history" className="surface divide-y overflow-hidden">
      {orders.map((order) => (
        <OrderItem key={order.order_item_id} order={order} sort={sort} {...rows} />
      ))}
    </ul>
  )
}

type OrderItemProps = { order: LedgerOrder; sort: OrderSort } & ReturnType<typeof useOpenRows>

function OrderItem({ order, sort, ...rows }: OrderItemProps) {
  const { amazon_orders, user_amount, order_date, first_posted_at, entries, waiting } = order
  const title = amazon_orders.product_title || amazon_orders.asin
  const isOpen = rows.isOpen(order.order_item_id)
  const insideId = `order-${entries[0]?.id}`
  return (
    <li>
      <div className="relative grid grid-cols-[48px_minmax(0,1fr)_auto_16px] items-center sm:grid-cols-[48px_minmax(0,1fr)_auto_auto_16px] gap-x-3 px-4 py-3 enabled-hover:bg-sunken lg:px-5">
        <EntryPicture product={order.product} />
        <div className="min-w-0">
          <h3 className="text-small font-semibold">
            <button
              type="button"
              data-order
              aria-expanded={isOpen}
              aria-controls={isOpen ? insideId : undefined}
              onClick={() => rows.toggle(order.order_item_id)}
              className="w-full text-start after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              <span dir="auto" className="line-clamp-1">
                {title}
              </span>
            </button>
          </h3>
          <p className="num text-caption text-ink-3">
            <span className="max-sm:hidden">{amazon_orders.asin} · </span>
            {sort === 'ordered' ? (
              <>
                Ordered <time dateTime={order_date}>{dayText(order_date)}</time>
              </>
            ) : (
              <>
                In the ledger since <time dateTime={first_posted_at}>{momentDay(first_posted_at)}</time>
              </>
            )}
            {entries.length > 1 && ` · ${counted(entries.length, 'row', 'rows')}`}
          </p>
          <p className="num text-caption text-ink-3 sm:hidden">{amazon_orders.asin}</p>
          {waiting && <p className="num text-caption text-ink-2">{waitingText(waiting)}</p>}
        </div>
        <p className="max-sm:col-start-2 max-sm:row-start-2 max-sm:mt-1.5">
          <OrderBadge order={order} />
        </p>
        <p
          className={clsx(
            'num text-end text-body font-semibold sm:min-w-22',
            order.status === 'netted' ? 'text-ink-3' : moneyColor(user_amount),
          )}
        >
          {usdText(user_amount)}
        </p>
        <Icon
          name="chevronDown"
          size={16}
          className={clsx('text-ink-3 transition-transform', isOpen && 'rotate-180')}
        />
      </div>
      {isOpen && (
        <div id={insideId} className="px-4 pb-4 lg:px-5">
          <Inside order={order} {...rows} />
        </div>
      )}
    </li>
  )
}

type InsideProps = { order: LedgerOrder } & ReturnType<typeof useOpenRows>

/** The explanation of an order with one row; of an order with several, the rows with an explanation each. */
function Inside({ order, isOpen, toggle }: InsideProps) {
  const { entries: rows, amazon_orders, product, order_item_id, is_provisional, held } = order
  const entries = rows.map(
    (row): LedgerEntry => ({
      ...row,
      order_item_id,
      is_provisional,
      held,
      amazon_orders,
      reason: null,
      product,
    }),
  )
  const [only, second] = entries
  if (only && !second) return <Why entry={only} />
  return (
    <ul aria-label="Rows of this order" className="divide-y rounded-md bg-sunken px-4">
      {entries.map((entry) => (
        <li key={entry.id} className="py-2.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
            <span className="min-w-0 flex-1">
              <span className="font-semibold capitalize">{entry.transaction_type}</span>{' '}
              <time dateTime={entry.created_at} className="num text-caption text-ink-3">
                {momentDay(entry.created_at)}
              </time>
              {entry.own && <span className="num block text-caption text-ink-3">{ownText(entry.own)}</span>}
            </span>
            <StatusBadge entry={entry} />
            <span className={`num min-w-18 text-end font-semibold ${moneyColor(entry.user_amount)}`}>
              {usdText(entry.user_amount)}
            </span>
          </div>
          <WhyButton entry={entry} isOpen={isOpen(entry.id)} onToggle={() => toggle(entry.id)} />
          {isOpen(entry.id) && (
            <div id={whyId(entry)} className="-mx-4">
              <Why entry={entry} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
