import clsx from 'clsx'
import type { LedgerEntry, LedgerOrder, OrderSort } from '../../../earnings/contract.ts'
import type { OrderMonth } from '../../../earnings/history-contract.ts'
import { counted } from '../../format/count-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'
import { viewerZone } from '../../format/viewer-zone.ts'
import { momentDay, momentMonth, zonedDayText } from '../../format/when-text.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { ConfidenceBadge, EntryPicture, OrderBadge, StatusBadge, ThroughList } from '../entry-parts.tsx'
import { ownText, waitingText } from '../own-amounts.ts'
import { MonthLists } from './history-months.tsx'
import { rowButtonClass, useOpenRows, WhyButton, whyId } from './open-rows.tsx'
import { Why } from './why.tsx'

type OrderListProps = { orders: readonly LedgerOrder[]; sort: OrderSort; sums: readonly OrderMonth[] }

/** The ledger by orders: each order's sum, with its rows folded inside (docs/product/earnings.md#orders). */
export function OrderList({ orders, sort, sums }: OrderListProps) {
  const rows = useOpenRows()
  const monthOf = (order: LedgerOrder) =>
    sort === 'ordered' ? order.order_date.slice(0, 7) : momentMonth(order.first_posted_at)
  return (
    <MonthLists rows={orders} monthOf={monthOf} sums={sums}>
      {(order) => <OrderItem key={order.order_item_id} order={order} sort={sort} {...rows} />}
    </MonthLists>
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
      <div
        className={clsx(
          'relative grid grid-cols-[48px_minmax(0,1fr)_16px] items-center gap-x-3 px-4 py-3 enabled-hover:bg-sunken',
          'sm:grid-cols-[48px_minmax(0,1fr)_auto_auto_16px] lg:px-5',
        )}
      >
        <EntryPicture product={order.product} className="col-start-1 row-span-2 row-start-1 self-start" />
        <h4 className="col-start-2 row-start-1 min-w-0 text-small font-semibold sm:self-end">
          <button
            type="button"
            data-order
            aria-expanded={isOpen}
            aria-controls={isOpen ? insideId : undefined}
            onClick={() => rows.toggle(order.order_item_id)}
            className={rowButtonClass}
          >
            <span dir="auto" className={clsx('block', isOpen ? 'break-words' : 'truncate')}>
              {title}
            </span>
          </button>
        </h4>
        <div className="col-span-2 col-start-2 row-start-2 flex items-center gap-x-2 sm:contents">
          <p className="num col-start-2 row-start-2 text-caption text-ink-3 sm:self-start">
            <span className="max-sm:hidden">{amazon_orders.asin} · </span>
            {sort === 'ordered' ? (
              <>
                <span className="max-sm:sr-only">Ordered </span>
                <time dateTime={order_date}>{zonedDayText(order_date, 'UTC')}</time>
              </>
            ) : (
              <>
                <span className="max-sm:sr-only">In the ledger since </span>
                <time dateTime={first_posted_at}>{zonedDayText(first_posted_at, viewerZone())}</time>
              </>
            )}
            <ThroughList title={order.through_list} />
            {entries.length > 1 && (
              <span className="max-sm:hidden"> · {counted(entries.length, 'row', 'rows')}</span>
            )}
          </p>
          <p className="col-start-3 row-span-2 row-start-1">
            <OrderBadge order={order} />
          </p>
          <p
            className={clsx(
              'num col-start-4 row-span-2 row-start-1 ms-auto text-end text-body font-semibold sm:min-w-22',
              order.status === 'netted' ? 'text-ink-3' : moneyColor(user_amount),
            )}
          >
            {usdText(user_amount)}
          </p>
        </div>
        <Icon
          name="chevronDown"
          size={16}
          className={clsx(
            '-col-end-1 row-start-1 text-ink-3 transition-transform sm:row-span-2',
            isOpen && 'rotate-180',
          )}
        />
        {waiting && (
          <p className="num col-start-2 -col-end-1 row-start-3 text-caption text-ink-2">
            {waitingText(waiting)}
          </p>
        )}
      </div>
      {isOpen && (
        <div id={insideId} className="stack gap-3 px-4 pt-1.5 pb-4 lg:px-5">
          <p className="flex flex-wrap items-center gap-x-2 text-caption text-ink-3">
            <span className="num sm:hidden">{amazon_orders.asin}</span>
            <ConfidenceBadge confidence={amazon_orders.confidence} word="match" />
          </p>
          <Inside order={order} {...rows} />
        </div>
      )}
    </li>
  )
}

type InsideProps = { order: LedgerOrder } & ReturnType<typeof useOpenRows>

/** The explanation of an order with one row; of an order with several, the rows with an explanation each. */
function Inside({ order, isOpen, toggle }: InsideProps) {
  const { entries: rows, amazon_orders, product, through_list, order_item_id, is_provisional, held } = order
  const entries = rows.map(
    (row): LedgerEntry => ({
      ...row,
      order_item_id,
      is_provisional,
      held,
      amazon_orders,
      reason: null,
      product,
      through_list,
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
