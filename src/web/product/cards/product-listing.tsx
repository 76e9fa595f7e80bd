import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { FullCardSkeleton } from '../full-card-skeleton.tsx'
import { LoadMore } from '../load-more.tsx'
import { CardGridSkeleton, ListSkeleton } from '../look/list-skeletons.tsx'
import type { CardPages, CardPagesState } from './card-pages.ts'
import { type GridColumns, ProductGrid, wideGridClass } from './product-grid.tsx'
import type { ProductView } from './product-view.tsx'

type ProductListingProps = {
  pages: CardPages
  state: CardPagesState
  view: ProductView
  /** Shown when the list holds nothing. */
  empty: ReactNode
  showAuthor?: boolean
  level?: 2 | 3
  columns?: GridColumns
  from: string
}

/** A growing list of products with its loading, empty and failed states (spec sections 2 and 8). */
export function ProductListing({ pages, state, empty, ...grid }: ProductListingProps) {
  const { items, cursor, status } = state
  if (items.length === 0) {
    if (status === 'failed')
      return <ErrorState message="Failed to load products" onRetry={() => void pages.more()} />
    if (cursor === undefined) return <ListingSkeleton view={grid.view} columns={grid.columns} />
    if (cursor === null) return empty
  }
  return (
    <>
      <ProductGrid items={items} {...grid} />
      <LoadMore pages={pages} state={state} />
    </>
  )
}

type ListingSkeletonProps = { view: ProductView; columns?: GridColumns | undefined }

/** The boxes of what comes, in the chosen layout. */
export function ListingSkeleton({ view, columns = 4 }: ListingSkeletonProps) {
  if (view === 'list') return <ListSkeleton />
  if (view === 'card') return <FullCardSkeleton />
  return <CardGridSkeleton count={2 * columns} className={columns === 4 ? wideGridClass : undefined} />
}
