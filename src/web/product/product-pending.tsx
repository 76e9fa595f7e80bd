import { PublicScreen } from '../app/public-screen.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

// Only for products opened inside the app: a shared link's page comes with its data.
const Boxes = lazyPart(
  async () => ({ default: (await import('../look/page-skeleton.tsx')).ProductSkeleton }),
  {
    waiting: () => (
      <p role="status" className="py-10 text-center text-ink-2">
        Loading product details...
      </p>
    ),
    isQuiet: true,
  },
)

/** Shown while a product loads (docs/product/product-page.md#what-it-shows). */
export function ProductPending() {
  return (
    <PublicScreen actionBar>
      <Boxes />
    </PublicScreen>
  )
}
