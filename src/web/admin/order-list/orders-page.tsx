import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { exportName } from '../../../shared/export-file.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { useMedia } from '../../browser/use-media.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { ChipBar } from '../../ui/list/chip-bar.tsx'
import { Segmented } from '../../ui/list/segmented.tsx'
import { ordersQuery, pipelineQuery } from '../admin-queries.ts'
import { DisagreementGroups } from '../orders/disagreement-groups.tsx'
import { stateChips } from '../orders/order-texts.ts'
import { ReviewGroups } from '../orders/review-groups.tsx'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { ExportCsv } from '../parts/export-csv.tsx'
import { ListSearch } from '../parts/list-search.tsx'
import { filterCount, type ListedBy, listedBy } from './listed-by.ts'
import { OrderCard, SelectAll } from './order-card.tsx'
import { OrderFilters } from './order-filters.tsx'
import type { OrdersSearch } from './order-search.ts'
import { OrdersTable } from './orders-table.tsx'
import { SelectedOrders, useSelection } from './selected-orders.tsx'

/** Orders by state, text and filters, or in groups, as the address says (docs/product/admin.md#orders). */
export function OrdersPage() {
  const search = useSearch({ from: '/_app/admin/orders/' })
  const { state = 'all' } = search
  const navigate = useNavigate({ from: '/admin/orders/' })
  const chips = useChips()
  const isTable = useMedia('(min-width: 64rem)')
  const ways = state === 'under_review' || state === 'evidence_disagrees' ? waysOf[state] : null
  const isGrouped = ways !== null && search.by === 'group'
  const change = (asked: Partial<OrdersSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...asked }), replace: true, resetScroll: false })
  return (
    <AdminScreen subtitle="What was bought, whose it is, and why" width="full">
      <div className="stack gap-3 pb-4">
        <ChipBar
          label="State"
          items={chips}
          value={state}
          onChange={(next) =>
            void navigate({
              search: ({ by: _, ...now }) => ({ ...now, state: next === 'all' ? undefined : next }),
            })
          }
        />
        {ways && (
          <div className="sm:w-80">
            <Segmented
              label="Decide"
              block
              segments={ways}
              value={isGrouped ? 'group' : 'order'}
              onChange={(by) =>
                void navigate({ search: ({ state }) => ({ state, by: by === 'group' ? by : undefined }) })
              }
            />
          </div>
        )}
        {!isGrouped && (
          <OrderFilters
            search={search}
            onChange={change}
            isTable={isTable}
            end={<OrderFile listed={listedBy(search)} />}
          >
            <ListSearch
              label="Search orders"
              placeholder="Title, order, ASIN, sub tag, tracking ID or @creator"
              maxLength={200}
              asked={search.q ?? ''}
              onAsk={(q) => change({ q: q || undefined })}
            />
          </OrderFilters>
        )}
      </div>
      {state === 'returns_waiting' && <ReturnsThatWait />}
      {isGrouped && (state === 'under_review' ? <ReviewGroups /> : <DisagreementGroups />)}
      {!isGrouped && <Orders search={search} isTable={isTable} onChange={change} />}
    </AdminScreen>
  )
}

const waysOf = {
  under_review: [
    { value: 'order', label: 'One by one' },
    { value: 'group', label: 'Together', name: 'Contested ones together' },
  ],
  evidence_disagrees: [
    { value: 'order', label: 'One by one' },
    { value: 'group', label: 'Together', name: 'Those of one report together' },
  ],
} as const

/** Number and sum of all returns without a purchase, whatever is searched for. */
function ReturnsThatWait() {
  const { data } = useQuery(queryOf(useApi(), 'GET /api/v1/admin/waiting-returns'))
  return data?.items.map(({ count, commission, currency }) => (
    <p key={currency} className="num pb-3 text-small text-ink-2">
      {counted(count, 'return')}, {moneyText(commission, currency)}, without a purchase yet.
    </p>
  ))
}

type OrdersProps = {
  search: OrdersSearch
  isTable: boolean
  onChange: (change: Partial<OrdersSearch>) => void
}

function Orders({ search, isTable, onChange }: OrdersProps) {
  const listed = listedBy(search)
  const { state, q } = listed
  const query = useInfiniteQuery(ordersQuery(useApi(), listed))
  const orders = query.data?.pages.flatMap(({ items }) => items) ?? []
  const { chosen, selection, clear, chooseFirst } = useSelection(orders, JSON.stringify(listed))
  const isUnderReview = state === 'under_review'
  // Orders with ledger rows come in the order of their first row until another order is chosen.
  const sort = listed.sort ?? (state === 'with_ledger' ? undefined : 'newest')
  const table = (shown: typeof orders) => (
    <OrdersTable
      orders={shown}
      sort={sort}
      onSort={(next) => onChange({ sort: next })}
      selection={selection}
      showsWhy={isUnderReview}
    />
  )
  return (
    <>
      {!isTable && orders.length > 0 && <SelectAll selection={selection} />}
      <AdminList
        what="orders"
        query={query}
        keyOf={({ order_item_id }) => order_item_id}
        empty={<NoOrders isSearch={Boolean(q) || state !== 'all' || filterCount(search) > 0} />}
        {...(isTable && { draw: table })}
      >
        {(order) => <OrderCard order={order} selection={selection} showsWhy={isUnderReview} />}
      </AdminList>
      <SelectedOrders orders={chosen} onClear={clear} onFirst={chooseFirst} />
    </>
  )
}

/** The chips of states, with the numbers of orders that wait for an admin. */
function useChips() {
  const { data } = useQuery(pipelineQuery(useApi()))
  return stateChips.map(({ value, label }) => {
    const count =
      value === 'under_review' || value === 'evidence_disagrees' || value === 'returns_asked'
        ? (data?.[value] ?? 0)
        : 0
    return { value, label: count > 0 ? `${label} · ${numberText(count)}` : label }
  })
}

type NoOrdersProps = { isSearch: boolean }

const NoOrders = ({ isSearch }: NoOrdersProps) =>
  isSearch ? (
    <EmptyState title="No orders found">Try another state, fewer filters, or another word.</EmptyState>
  ) : (
    <EmptyState title="No orders yet">They come with the first commission report you import.</EmptyState>
  )

type OrderFileProps = { listed: ListedBy }

/** The button that saves all listed orders as CSV. */
export function OrderFile({ listed }: OrderFileProps) {
  const api = useApi()
  return (
    <ExportCsv
      load={() =>
        api('GET /api/v1/admin/export/orders', { query: { ...listed, format: 'csv' } }, { asFile: true })
      }
      name={() => exportName('orders', 'csv', new Date())}
      failure="Failed to export the orders"
    />
  )
}
