import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { productQuery } from '../queries.ts'
import { QueryScope } from '../query.tsx'
import { Banner } from '../ui/banner.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import type { ProductData } from './card-data.ts'
import { ClickCounter } from './click-counter.tsx'
import { OwnerPanelSkeleton } from './owner-panel-skeleton.tsx'
import { useApi } from './use-api.ts'

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
  const { data } = query
  useEffect(() => {
    if (data) onLoaded(data)
  }, [data, onLoaded])

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
      {data.owner.needs_details && (
        <Banner tone="note">
          <strong className="font-semibold text-ink">Needs details</strong>
          <br />
          These are sample details and only you see them. Others see “Amazon item {data.asin}”.
        </Banner>
      )}
      <ClickCounter count={data.owner.clicks_count} />
    </div>
  )
}
