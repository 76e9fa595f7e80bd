import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChipBar } from '../../ui/chip-bar.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'
import { ordersQuery } from '../admin-queries.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { ListSearch } from '../parts/list-search.tsx'
import { OrderRow } from './order-row.tsx'
import { stateChips, stateIn } from './order-texts.ts'

/** All orders, by state and by a text; both stand in the address. */
export function OrdersPage() {
  const search = useSearch({ from: '/_app/admin/orders/' })
  const state = stateIn(search.state)
  const navigate = useNavigate({ from: '/admin/orders/' })
  const query = useInfiniteQuery(ordersQuery(useApi(), { state, q: search.q }))
  return (
    <AdminScreen title="Orders" subtitle="What was bought, whose it is, and why">
      <div className="stack gap-3 pb-4">
        <ListSearch
          label="Search orders"
          placeholder="Order, ASIN, sub tag, tracking ID or @creator"
          maxLength={200}
          asked={search.q ?? ''}
          onAsk={(q) => void navigate({ search: (now) => ({ ...now, q: q || undefined }), replace: true })}
        />
        <ChipBar
          label="State"
          items={stateChips}
          value={state}
          onChange={(next) =>
            void navigate({ search: (now) => ({ ...now, state: next === 'all' ? undefined : next }) })
          }
        />
      </div>
      <AdminList
        what="orders"
        query={query}
        keyOf={({ order_item_id }) => order_item_id}
        empty={<NoOrders isSearch={Boolean(search.q) || state !== 'all'} />}
      >
        {(order) => <OrderRow order={order} />}
      </AdminList>
    </AdminScreen>
  )
}

type NoOrdersProps = { isSearch: boolean }

const NoOrders = ({ isSearch }: NoOrdersProps) =>
  isSearch ? (
    <EmptyState title="No orders found">Try another state, or fewer letters of the order’s id.</EmptyState>
  ) : (
    <EmptyState title="No orders yet">They come with the first commission report you import.</EmptyState>
  )
