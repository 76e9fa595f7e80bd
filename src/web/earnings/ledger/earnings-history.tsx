import { Link } from '@tanstack/react-router'
import type { OrderSort } from '../../../earnings/contract.ts'
import { useMedia } from '../../browser/use-media.ts'
import { NotUpdated } from '../../chart/not-updated.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Segmented } from '../../ui/list/segmented.tsx'
import type { LedgerPages, OrderPages, Pages } from '../earnings-queries.ts'
import { ListSkeleton } from '../list-skeleton.tsx'
import { type HistoryView, historyViews } from '../overview/use-earnings-search.ts'
import { HistorySkeleton } from './history-skeleton.tsx'
import { LedgerList } from './ledger-list.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { useOpenRows } from './open-rows.tsx'
import { OrderList } from './order-list.tsx'
import { ShowMore } from './show-more.tsx'

/** Rows on a page (docs/product/earnings.md#history). */
const pageSize = 50
const failed = 'Failed to load earnings history'

const sorts = [
  { value: 'ordered', label: 'Order date' },
  { value: 'posted', label: 'Posting date' },
] as const satisfies readonly { value: OrderSort; label: string }[]

type EarningsHistoryProps = {
  shown: { view: HistoryView; sort: OrderSort; product: string | undefined }
  onChange: (change: { view?: HistoryView; sort?: OrderSort }) => void
  entries: LedgerPages
  orders: OrderPages
  /** Whether orders without a row are listed above, since they wait for a rate. */
  hasWaiting: boolean
}

/** The ledger by orders or by rows, the newest first (docs/product/earnings.md#history). */
export function EarningsHistory({ shown, onChange, entries, orders, hasWaiting }: EarningsHistoryProps) {
  const { view, sort, product } = shown
  const byOrder = view === 'orders'
  const none = hasWaiting
    ? 'Your orders wait above. They come here once their rate is set.'
    : 'No orders yet.'
  return (
    <section aria-labelledby="earnings-history" className="mt-8 stack gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="earnings-history" className="t-heading">
          Earnings history
        </h2>
        {byOrder ? <Standing query={orders} /> : <Standing query={entries} />}
      </div>
      <div className="-mt-1 flex flex-wrap items-center gap-3">
        {!product && (
          <Segmented
            label="Show"
            segments={historyViews}
            value={view}
            onChange={(chosen) => onChange({ view: chosen })}
          />
        )}
        {byOrder && (
          <Segmented
            label="Sort by"
            segments={sorts}
            value={sort}
            onChange={(chosen) => onChange({ sort: chosen })}
          />
        )}
        {product && <OneProduct orders={orders} />}
      </div>
      {byOrder ? <Orders query={orders} sort={sort} none={none} /> : <Entries query={entries} none={none} />}
    </section>
  )
}

/** How many rows are shown, or that the list could not be updated. */
function Standing({ query }: { query: Pages<unknown> }) {
  const { data, isError, isFetchNextPageError, dataUpdatedAt, refetch } = query
  const shown = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  return (
    <div role="status" className="text-caption text-ink-3">
      {isError && !isFetchNextPageError && data ? (
        <NotUpdated since={dataUpdatedAt} retry={() => void refetch()} />
      ) : (
        `Latest ${Math.max(shown, pageSize)}`
      )}
    </div>
  )
}

/** Names the one product whose orders are shown, with a link to all orders. */
function OneProduct({ orders }: { orders: OrderPages }) {
  const [order] = orders.data?.pages[0]?.items ?? []
  // A deleted product has lost its words; its orders say what was bought.
  const ownTitle = order?.product?.short_link_id ? order.product.title : ''
  const title = ownTitle || order?.amazon_orders.product_title || order?.product?.title
  return (
    <p className="min-w-0 text-small text-ink-2">
      Orders of {title ? <bdi className="font-semibold text-ink">{title}</bdi> : 'one product'}.{' '}
      <Link
        from="/earnings/"
        to="/earnings"
        search={({ product: _, ...search }) => search}
        resetScroll={false}
        className="link relative after:absolute after:-inset-y-2.5 after:inset-x-0"
      >
        Show all orders
      </Link>
    </p>
  )
}

/** The sums of months that pages told so far. A month that goes on is told by each; the newest page knows it best. */
const sumsOf = <Month,>({ data }: { data: { pages: { months: Month[] }[] } | undefined }): Month[] =>
  data?.pages.toReversed().flatMap(({ months }) => months) ?? []

/** A list that failed to load. */
const NotThere = ({ query }: { query: Pages<unknown> }) => (
  <ErrorState level={3} message={failed} retrying={query.isFetching} onRetry={() => void query.refetch()} />
)

function Orders({ query, sort, none }: { query: OrderPages; sort: OrderSort; none: string }) {
  const orders = query.data?.pages.flatMap(({ items }) => items)
  if (query.isPending) return <ListSkeleton label="Loading earnings history" rowClass="min-h-18" />
  if (!orders) return <NotThere query={query} />
  if (orders.length === 0) return <p className="text-small text-ink-2">{none}</p>
  return (
    <div>
      <OrderList orders={orders} sort={sort} sums={sumsOf(query)} />
      <ShowMore query={query} shown={orders.length} focusable="[data-order]" failed={failed} />
    </div>
  )
}

function Entries({ query, none }: { query: LedgerPages; none: string }) {
  const isWide = useMedia('(min-width: 64rem)')
  const open = useOpenRows()
  const entries = query.data?.pages.flatMap(({ items }) => items)
  if (query.isPending) return <HistorySkeleton isWide={isWide} />
  if (!entries) return <NotThere query={query} />
  if (entries.length === 0) return <p className="text-small text-ink-2">{none}</p>
  const rows = { ...open, entries, sums: sumsOf(query) }
  return (
    <div>
      {isWide ? <LedgerTable {...rows} /> : <LedgerList {...rows} />}
      <ShowMore query={query} shown={entries.length} focusable="[data-why]" failed={failed} />
    </div>
  )
}
