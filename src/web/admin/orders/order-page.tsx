import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { rateText, usdText } from '../../earnings/money-text.ts'
import { dayText, momentText } from '../../earnings/when-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { useApi } from '../../use-api.ts'
import { type OrderDetail, orderQuery } from '../admin-queries.ts'
import { AdminFailed } from '../parts/admin-failed.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { Facts } from '../parts/facts.tsx'
import { RowsSkeleton } from '../parts/rows-skeleton.tsx'
import { marketplaceName, numberText } from '../parts/texts.ts'
import { OrderLedger } from './order-ledger.tsx'
import { OrderMatch } from './order-match.tsx'
import { OrderReports } from './order-reports.tsx'
import { statusNames } from './order-texts.ts'

/** One order: what it is, whose and why, what each report said, and what was posted for it. */
export function OrderPage() {
  const { id } = useParams({ from: '/_app/admin/orders/$id' })
  const order = useQuery(orderQuery(useApi(), id))
  return (
    <AdminScreen title="Order" back="/admin/orders">
      {order.data && (
        <div className="stack gap-4">
          <OrderFacts order={order.data} />
          <OrderMatch order={order.data} />
          <OrderReports order={order.data} />
          <OrderLedger order={order.data} />
        </div>
      )}
      {order.isPending && <RowsSkeleton label="Loading the order" />}
      {order.isLoadingError && (
        <AdminFailed
          error={order.error}
          message="Failed to load the order"
          retrying={order.isFetching}
          onRetry={() => void order.refetch()}
        />
      )}
    </AdminScreen>
  )
}

type OrderFactsProps = { order: OrderDetail }

function OrderFacts({ order }: OrderFactsProps) {
  const { commission_rate: rate } = order
  return (
    <Panel className="stack gap-4">
      <div className="stack gap-1">
        <h2 dir="auto" className="t-heading line-clamp-6">
          {order.product_title || order.asin}
        </h2>
        <p className="num text-caption break-all text-ink-3">{order.order_item_id}</p>
      </div>
      <Facts
        facts={[
          ['Commission', usdText(order.commission)],
          ['Status', statusNames[order.order_status]],
          ['Ordered', order.ordered_at ? momentText(order.ordered_at) : dayText(order.order_date)],
          ['Quantity', numberText(order.quantity)],
          ['Rate', rate === null ? null : rateText(rate)],
          ['ASIN', order.asin],
          ['Marketplace', marketplaceName(order.marketplace)],
          ['Sub tag', order.sub_tag],
          ['Tracking ID', order.tracking_id],
        ]}
      />
    </Panel>
  )
}
