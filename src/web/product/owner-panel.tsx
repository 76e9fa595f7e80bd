import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasCode } from '../../shared/errors.ts'
import { useClickStory } from '../clicks/use-click-story.ts'
import { productQuery } from '../queries.ts'
import { QueryScope } from '../query-client.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { useApi } from '../use-api.ts'
import type { ProductData } from './card-data.ts'
import { ClickCounter } from './click-counter.tsx'
import { OwnerOptions } from './owner-options.tsx'
import { OwnerPanelSkeleton } from './owner-panel-skeleton.tsx'

type OwnerPanelProps = {
  product: ProductData
  ownerId: string
  /** Gets the product as its owner may see it: fresh, and with sample details. */
  onLoaded: (product: ProductData) => void
}

/** What only the owner of a product sees on its page. Loaded lazily, so that visitors never pay for it. */
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
    // Counts change by the minute: what an earlier look left in the cache is shown only until the answer is here.
    staleTime: 0,
  })
  // Beside the product, not after it.
  const clicks = useClickStory(product.id, ownerId)
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
  // The session was ended elsewhere: to the server this is a visitor.
  if (!data.owner) return null
  return (
    <div className="stack gap-3">
      <OwnerOptions product={data} owner={data.owner} ownerId={ownerId} />
      <ClickCounter key={data.id} count={data.owner.clicks_count} clicks={clicks} />
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
