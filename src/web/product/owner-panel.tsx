import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasCode } from '../../shared/errors.ts'
import { productQuery } from '../api/queries.ts'
import { QueryScope } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { ActivitySkeleton } from '../clicks/activity-skeleton.tsx'
import { ClickActivity } from '../clicks/click-activity.tsx'
import { ClickNews } from '../clicks/click-news.tsx'
import { type LiveClicks, useClickAnalytics } from '../clicks/use-click-analytics.ts'
import { InOthersLists } from '../lists/own/in-others-lists.tsx'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { Panel } from '../ui/panel.tsx'
import { OwnerOptions } from './owner-options.tsx'
import { OwnerPanelEarnings } from './owner-panel-earnings.tsx'
import type { ProductData } from './product-data.ts'

type OwnerPanelProps = {
  product: ProductData
  ownerId: string
  /** Called with the product as its owner may see it: fresh, and with sample details. */
  onLoaded: (product: ProductData) => void
}

/** What only the owner of a product sees on its page. Loaded lazily, so that visitors never load it. */
export function OwnerPanel(props: OwnerPanelProps) {
  return (
    <QueryScope>
      <OwnedProduct {...props} />
    </QueryScope>
  )
}

function OwnedProduct({ product, ownerId, onLoaded }: OwnerPanelProps) {
  const api = useApi()
  const query = useQuery({
    ...productQuery(api, product.id, ownerId),
    // Counts change by the minute: cached ones are shown only until the answer is here.
    staleTime: 0,
  })
  // Loaded at the same time as the product, not after it.
  const clicks = useClickAnalytics(product.id, ownerId)
  const { data } = query
  useEffect(() => {
    if (data) onLoaded(data)
  }, [data, onLoaded])
  useLeaveWhenGone(query.error ?? clicks.query.error)

  if (query.isError && !data) {
    return (
      <ErrorState
        message="Failed to load product details."
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!data) return <OwnerPanelSkeleton />
  // The session was ended elsewhere: the server answers as for a visitor.
  if (!data.owner) return null
  return (
    <div className="stack gap-3">
      <OwnerOptions product={data} owner={data.owner} ownerId={ownerId} />
      <ClickCounter key={data.id} count={data.owner.clicks_count} clicks={clicks} />
      <OwnerPanelEarnings productId={data.id} />
      <InOthersLists productId={data.id} />
    </div>
  )
}

/** Deleted elsewhere while its page was open: the page says so. */
function useLeaveWhenGone(error: unknown) {
  const router = useRouter()
  const isGone = hasCode(error, 'not_found')
  useEffect(() => {
    if (isGone) void router.invalidate()
  }, [isGone, router])
}

type ClickCounterProps = {
  /** The count from the product, until the clicks' own answer is there. */
  count: number
  clicks: LiveClicks
}

/** How often the owner's link was clicked, and when (docs/product/product-page.md#owner). */
export function ClickCounter({ count, clicks }: ClickCounterProps) {
  const current = useLatest(clicks.query.data?.clicks_count) ?? count
  return (
    <Panel className="stack gap-4">
      <div>
        <h2 className="t-heading">
          {/* Always two lines: with one more digit the text would wrap and move everything below it while somebody
              reads. */}
          Your link has been <br />
          clicked{' '}
          <span className="whitespace-nowrap">
            <span className="num">{current.toLocaleString('en-US')}</span> {current === 1 ? 'time' : 'times'}
          </span>
        </h2>
        <p className="mt-1 text-small text-ink-2">You earn when others purchase through your link</p>
      </div>
      <ClickNews count={current} />
      <ClickActivity clicks={clicks} />
    </Panel>
  )
}

/** The last known value; none after the request for another period failed. */
function useLatest(value: number | undefined): number | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

/** The clicks' box while the numbers load. */
export function OwnerPanelSkeleton() {
  return (
    <Panel aria-busy="true" aria-label="Loading clicks" className="stack gap-4">
      <div>
        <Skeleton className="my-0.5 h-6 rounded-xs" />
        <Skeleton className="mt-1 mb-0.5 h-6 w-3/5 rounded-xs" />
        <Skeleton className="mt-1.5 mb-0.5 h-4 w-4/5 rounded-xs" />
        <Skeleton className="my-1 h-4 w-2/5 rounded-xs sm:hidden" />
      </div>
      <Skeleton className="h-11 rounded-[13px]" />
      <ActivitySkeleton />
    </Panel>
  )
}
