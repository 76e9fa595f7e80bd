import { dayText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { Icon } from '../../ui/button/icon.tsx'
import type { WaitingPages } from '../earnings-queries.ts'
import { waitingText } from '../own-amounts.ts'
import { ShowMore } from './show-more.tsx'

/**
 * What has no row yet because its month has no rate, with its orders folded
 * (docs/product/earnings.md#waiting-for-a-rate).
 */
export function WaitingOrders({ query }: { query: WaitingPages }) {
  const [first] = query.data?.pages ?? []
  if (!first || first.items.length === 0) return null
  const orders = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-labelledby="waiting" className="mt-8 stack gap-3">
      <div className="stack gap-1">
        <h2 id="waiting" className="t-heading">
          Waiting for a rate
        </h2>
        <p className="text-small text-ink-2">
          Commissions before the platform fee. They are in no figure yet.
        </p>
      </div>
      <div className="surface">
        <ul aria-labelledby="waiting" className="divide-y">
          {first.sums.map(({ orders: count, ...sum }) => (
            <li
              key={waitingText(sum)}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 lg:px-5"
            >
              <span className="num min-w-0 text-small font-semibold">{waitingText(sum)}</span>
              <span className="num text-caption text-ink-3">{counted(count, 'order', 'orders')}</span>
            </li>
          ))}
        </ul>
        <details className="group border-t px-4 lg:px-5">
          <summary className="flex min-h-11 w-fit items-center gap-1 rounded-sm text-caption font-semibold">
            The orders
            <Icon name="chevronDown" size={14} className="transition-transform group-open:rotate-180" />
          </summary>
          <div className="pb-4">
            <ul aria-label="Orders waiting for a rate" className="divide-y border-t">
              {orders.map(({ order_item_id, product_title, asin, order_date, waiting }) => (
                <li key={order_item_id} className="py-3">
                  <h3 tabIndex={-1} data-waiting dir="auto" className="line-clamp-1 text-small font-semibold">
                    {product_title || asin}
                  </h3>
                  <p className="num text-caption text-ink-3">
                    {asin} · Ordered <time dateTime={order_date}>{dayText(order_date)}</time>
                  </p>
                  <p className="num text-caption text-ink-2">{waitingText(waiting)}</p>
                </li>
              ))}
            </ul>
            <ShowMore
              query={query}
              shown={orders.length}
              focusable="[data-waiting]"
              failed="Failed to load waiting orders"
            />
          </div>
        </details>
      </div>
    </section>
  )
}
