import { type ReactNode, useEffect, useRef } from 'react'
import { useReconnect } from '../../browser/connection.ts'
import { CardGridSkeleton, ListSkeleton, type ListWidth } from '../../look/list-skeletons.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton, Spinner } from '../../ui/feedback/loading.tsx'
import type { CardPages, CardPagesState } from './card-pages.ts'
import { fullCardClass } from './cards.tsx'
import { ProductGrid } from './product-grid.tsx'
import type { ProductView } from './product-view.tsx'

type ProductListingProps = {
  pages: CardPages
  state: CardPagesState
  view: ProductView
  /** Shown when the list holds nothing. */
  empty: ReactNode
  showAuthor?: boolean
  level?: 2 | 3
  width?: ListWidth
  from: string
  /** Stands among the cards, after the first. */
  among?: ReactNode
}

/** A growing list of products with its loading, empty and failed states (docs/product/cards.md#growing-lists). */
export function ProductListing({ pages, state, empty, ...grid }: ProductListingProps) {
  const { items, cursor, status } = state
  useReconnect(() => {
    if (status === 'failed') void pages.more()
  })
  if (items.length === 0) {
    if (status === 'failed')
      return <ErrorState message="Failed to load products" onRetry={() => void pages.more()} />
    if (cursor === undefined) return <ListingSkeleton view={grid.view} width={grid.width} />
    if (cursor === null) return empty
  }
  return (
    <>
      <ProductGrid items={items} {...grid} />
      <LoadMore pages={pages} state={state} />
    </>
  )
}

type ListingSkeletonProps = { view: ProductView; width?: ListWidth | undefined }

/** The boxes of loading cards, in the chosen layout. */
export function ListingSkeleton({ view, width = 'page' }: ListingSkeletonProps) {
  if (view === 'list') return <ListSkeleton width={width} />
  if (view === 'card') return <FullCardSkeleton />
  return <CardGridSkeleton width={width} />
}

type LoadMoreProps = { pages: CardPages; state: CardPagesState }

/** How far below the screen the end may be, in CSS pixels, when the next page is asked for. */
const rootMargin = '1200px 0px'

/** The present end of a list: loads more as it comes near, and shows a failure. */
function LoadMore({ pages, state }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const { cursor, status } = state
  const isWaiting = status === 'idle' && cursor !== null

  // A new observer for each page: it reports at once when the end is still near.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is what makes it a new page
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && void pages.more(),
      { rootMargin },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [pages, isWaiting, cursor])

  return (
    <div ref={end} className="grid justify-items-center">
      {status === 'loading' && (
        <div className="py-6">
          <Spinner size="md" label="Loading products" />
        </div>
      )}
      {status === 'failed' && (
        <div role="alert" className="grid justify-items-center gap-2 py-6">
          <p className="text-small text-ink-2">Failed to load products</p>
          <Button size="sm" onClick={() => void pages.more()}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

/** The boxes of a full card while its products load. */
function FullCardSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading products</span>
      <div aria-hidden="true" className={fullCardClass}>
        <div className="flex h-17 items-center gap-3 px-4 sm:col-start-2 sm:border-b">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-4 w-32 rounded-xs" />
        </div>
        <Skeleton className="aspect-square sm:col-start-1 sm:row-span-3 sm:row-start-1" />
        <div className="grid content-center gap-3 p-4">
          <Skeleton className="h-6 w-4/5 rounded-xs" />
          <Skeleton className="h-5 w-3/5 rounded-xs" />
        </div>
        <div className="flex items-center justify-between px-4 pb-4">
          <Skeleton className="h-6 w-16 rounded-xs" />
          <Skeleton className="h-9 w-19 rounded-[10px]" />
        </div>
      </div>
    </div>
  )
}
