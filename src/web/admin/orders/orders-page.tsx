import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { OrderState } from '../../../orders/review/contract.ts'
import { numberText } from '../../count-text.ts'
import { ChipBar } from '../../ui/chip-bar.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useApi } from '../../use-api.ts'
import { ordersQuery, pipelineQuery } from '../admin-queries.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { ListSearch } from '../parts/list-search.tsx'
import { OrderRow } from './order-row.tsx'
import { stateChips, stateIn } from './order-texts.ts'
import { ReviewGroups } from './review-groups.tsx'

/** All orders, by state and by a text; those under review also by what can be decided alike. All stands in the address. */
export function OrdersPage() {
  const search = useSearch({ from: '/_app/admin/orders/' })
  const state = stateIn(search.state)
  const navigate = useNavigate({ from: '/admin/orders/' })
  const chips = useChips()
  const isUnderReview = state === 'under_review'
  const isGrouped = isUnderReview && search.by === 'group'
  return (
    <AdminScreen title="Orders" subtitle="What was bought, whose it is, and why">
      <div className="stack gap-3 pb-4">
        {!isGrouped && (
          <ListSearch
            label="Search orders"
            placeholder="Order, ASIN, sub tag, tracking ID or @creator"
            maxLength={200}
            asked={search.q ?? ''}
            onAsk={(q) => void navigate({ search: (now) => ({ ...now, q: q || undefined }), replace: true })}
          />
        )}
        <ChipBar
          label="State"
          items={chips}
          value={state}
          onChange={(next) =>
            void navigate({ search: ({ q }) => ({ q, state: next === 'all' ? undefined : next }) })
          }
        />
        {isUnderReview && (
          <Segmented
            label="Decide"
            block
            segments={ways}
            value={isGrouped ? 'group' : 'order'}
            onChange={(by) =>
              void navigate({ search: ({ state }) => ({ state, by: by === 'group' ? by : undefined }) })
            }
          />
        )}
      </div>
      {isGrouped ? <ReviewGroups /> : <Orders state={state} q={search.q} />}
    </AdminScreen>
  )
}

const ways = [
  { value: 'order', label: 'One by one' },
  { value: 'group', label: 'Together', name: 'Contested ones together' },
] as const

type OrdersProps = { state: OrderState; q: string | undefined }

function Orders({ state, q }: OrdersProps) {
  const query = useInfiniteQuery(ordersQuery(useApi(), { state, q }))
  return (
    <AdminList
      what="orders"
      query={query}
      keyOf={({ order_item_id }) => order_item_id}
      empty={<NoOrders isSearch={Boolean(q) || state !== 'all'} />}
    >
      {(order) => <OrderRow order={order} tellsWhy={state === 'under_review'} />}
    </AdminList>
  )
}

/** The states, with the number of those that wait for an admin. */
function useChips() {
  const { data } = useQuery(pipelineQuery(useApi()))
  return stateChips.map(({ value, label }) => {
    const count = value === 'under_review' || value === 'evidence_disagrees' ? (data?.[value] ?? 0) : 0
    return { value, label: count > 0 ? `${label} · ${numberText(count)}` : label }
  })
}

type NoOrdersProps = { isSearch: boolean }

const NoOrders = ({ isSearch }: NoOrdersProps) =>
  isSearch ? (
    <EmptyState title="No orders found">Try another state, or fewer letters of the order’s id.</EmptyState>
  ) : (
    <EmptyState title="No orders yet">They come with the first commission report you import.</EmptyState>
  )
