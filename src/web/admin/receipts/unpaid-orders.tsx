import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { momentDay } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { UnpaidOrder } from '../answers.ts'
import { ShortList } from '../creators/short-list.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'

const BearOrder = lazyPart(() => import('../holds/bear-order.tsx'))

/** Orders that Amazon has not paid for over 60 days; nothing where there is none. */
export function UnpaidOrders() {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/unpaid-orders'))
  const [asked, setAsked] = useState<UnpaidOrder | null>(null)
  if (!query.data?.pages[0]?.items.length) return null
  return (
    <section aria-labelledby="unpaid-orders" className="stack gap-3 pb-8">
      <h2 id="unpaid-orders" className="t-heading">
        Waiting for Amazon for over 60 days
      </h2>
      <ShortList what="unpaid orders" query={query} keyOf={({ id }) => id} none={null}>
        {(order) => <UnpaidRow order={order} onBear={() => setAsked(order)} />}
      </ShortList>
      {asked && (
        <BearOrder id={asked.id} of={`order ${asked.order_item_id}`} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

type UnpaidRowProps = { order: UnpaidOrder; onBear: () => void }

function UnpaidRow({ order, onBear }: UnpaidRowProps) {
  const { order_item_id, product_title, creators, marketplace, month, commission, currency, since } = order
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3">
      <div className="min-w-0">
        <p className="text-small font-semibold break-words">
          <span className="num">{moneyText(commission, currency)}</span>{' '}
          <Link to="/admin/orders/$id" params={{ id: order_item_id }} className="link">
            <bdi>{product_title || order_item_id}</bdi>
          </Link>
          {creators.length > 0 && (
            <span className="font-normal text-ink-2">
              {' '}
              of{' '}
              {creators.map(({ payee_id, username, former }, n) => (
                <Fragment key={payee_id}>
                  {n > 0 && ', '}
                  <CreatorLink username={username} former={former} />
                </Fragment>
              ))}
            </span>
          )}
        </p>
        <p className="num text-caption text-ink-2">
          {monthText(month)}, {marketplaceName(marketplace)} · since {momentDay(since)}
        </p>
      </div>
      <Button size="sm" onClick={onBear}>
        Bear it<span className="sr-only"> of order {order_item_id}</span>
      </Button>
    </div>
  )
}
