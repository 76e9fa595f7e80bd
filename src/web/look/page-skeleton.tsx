import { Skeleton } from '../ui/feedback/loading.tsx'
import { productHeroClass, productPageClass } from './page-class.ts'

/** The boxes and text of a product page while it loads (docs/product/product-page.md#what-it-shows). */
export function ProductSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <p className="sr-only">Loading product details...</p>
      <div aria-hidden="true" className={productPageClass}>
        <div className={productHeroClass}>
          <Skeleton className="hero-well" />
        </div>
        <div className="stack gap-6 pt-5 sm:pt-0">
          <div className="grid gap-3">
            <div className="grid gap-2 py-1">
              <Skeleton className="h-6 rounded-xs" />
              <Skeleton className="h-6 w-2/3 rounded-xs" />
            </div>
            <Skeleton className="h-7 w-24 rounded-xs" />
          </div>
          <Skeleton className="hidden h-13 rounded-[14px] shop-in-column:block" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-36 rounded-xs" />
            <Skeleton className="h-14 rounded-xs" />
          </div>
          <Skeleton className="h-18 rounded-xs" />
          <Skeleton className="h-18 rounded-lg" />
        </div>
      </div>
    </div>
  )
}
