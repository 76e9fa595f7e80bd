import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../api/query.ts'
import { useApi } from '../api/use-api.ts'
import { moneyColor, rateText, usdText } from '../format/money-text.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { Panel } from '../ui/panel.tsx'

type OwnerPanelEarningsProps = { productId: string }

/** What the product has earned its owner, with a link to its orders (docs/product/product-page.md#owner). */
export function OwnerPanelEarnings({ productId }: OwnerPanelEarningsProps) {
  const { data, isError, isFetching, refetch } = useQuery(
    queryOf(useApi(), 'GET /api/v1/me/earnings/products/:id', { params: { id: productId } }),
  )
  return (
    <Panel aria-labelledby="product-earnings" className="stack gap-3">
      <h2 id="product-earnings" className="t-heading">
        Earnings
      </h2>
      {isError && !data ? (
        <div role="alert" className="flex items-center justify-between gap-3">
          <p className="text-small text-ink-2">Failed to load earnings</p>
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <dl aria-busy={!data} className="grid grid-cols-2 gap-x-4 gap-y-3">
          <Figure name="Earned" color={data && moneyColor(data.earnings)}>
            {data && usdText(data.earnings)}
          </Figure>
          <Figure name="Still pending">{data && usdText(data.pending_earnings)}</Figure>
          <Figure name="Orders">{data?.orders.toLocaleString('en-US')}</Figure>
          <Figure name="Conversion rate">
            {data && (data.conversion_rate === null ? '—' : rateText(data.conversion_rate))}
          </Figure>
        </dl>
      )}
      <Link
        to="/earnings"
        search={{ product: productId }}
        className="-mb-2 flex min-h-11 items-center gap-1 border-t text-small font-semibold text-ink-2 hover:underline"
      >
        Orders of this product
        <Icon name="chevronRight" size={16} />
      </Link>
    </Panel>
  )
}

type FigureProps = { name: string; color?: string | undefined; children: string | undefined }

/** A figure under its name; a box while it loads. */
function Figure({ name, color = '', children }: FigureProps) {
  return (
    <div>
      <dt className="text-caption text-ink-3">{name}</dt>
      <dd className={`num text-sub font-semibold ${color}`}>
        {children ?? <Skeleton className="my-1 h-4 w-16 rounded-xs" />}
      </dd>
    </div>
  )
}
