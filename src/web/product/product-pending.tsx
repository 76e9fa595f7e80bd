import { lazy, Suspense } from 'react'
import { PublicScreen } from '../app/public-screen.tsx'
import { ActivitySkeleton } from '../clicks/activity-skeleton.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { Panel } from '../ui/panel.tsx'

// Only for products opened inside the app: a shared link brings its page along and never waits here.
const Boxes = lazy(() =>
  import('./look/page-skeleton.tsx').then(({ ProductSkeleton }) => ({ default: ProductSkeleton })),
)

/** While a product is on the way (spec section 2, loading text). */
export function ProductPending() {
  return (
    <PublicScreen actionBar>
      <Suspense
        fallback={
          <p role="status" className="py-10 text-center text-ink-2">
            Loading product details...
          </p>
        }
      >
        <Boxes />
      </Suspense>
    </PublicScreen>
  )
}

/** The clicks' box while its numbers are on the way. */
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
