import { lazy, Suspense } from 'react'
import { PublicScreen } from '../app/public-screen.tsx'

// Only for products opened inside the app: a shared link brings its page along and never waits here.
const Boxes = lazy(() =>
  import('./look/page-skeleton.tsx').then(({ ProductSkeleton }) => ({ default: ProductSkeleton })),
)

/** While a product is on the way (docs/product/product-page.md#what-it-shows). */
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
