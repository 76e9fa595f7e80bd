import type { ReactNode } from 'react'
import { layouts } from '../../product/cards/product-grid.tsx'
import { ListingSkeleton } from '../../product/cards/product-listing.tsx'
import { type ProductView, useProductView } from '../../product/cards/product-view.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { EndOfOwnList } from './end-of-list.tsx'
import { OwnCard } from './own-card.tsx'
import { useOwnList } from './use-own-list.ts'
import { VirtualList } from './virtual-list.tsx'

type OwnProductsProps = {
  /** A category's slug; all products without one. */
  category?: string
  /** Their number, where it is known. */
  total?: number | undefined
  /** Shows only this many of the newest; without it more load as the reader scrolls. */
  most?: number
  /** Items that are being deleted, which are left out. */
  without?: ReadonlySet<string>
  /** The level of the cards' headings. */
  level: 2 | 3
  /** The address of the present page. */
  from: string
  /** Shown when there is nothing. */
  empty: ReactNode
}

/** The person's products, newest first, in the chosen view. */
export function OwnProducts({ category, total, most, without, level, from, empty }: OwnProductsProps) {
  const { query, items: all, entry } = useOwnList(category)
  const items = without?.size ? all?.filter(({ id }) => !without.has(id)) : all
  const [view] = useProductView()
  if (!items) {
    if (query.isPending) return <ListingSkeleton view={view} />
    return (
      <ErrorState
        level={level}
        message="Failed to load products"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (items.length === 0 && !query.hasNextPage) return empty
  const { list, firstRow } = layouts[view]
  return (
    <>
      <VirtualList
        key={view}
        label="Products"
        items={most === undefined ? items : items.slice(0, most)}
        total={most === undefined ? total : Math.min(most, total ?? most)}
        positionKey={`${entry} ${category} ${view}`}
        className={list.page}
        estimatePx={estimates[view]}
      >
        {(item, index) => (
          <OwnCard item={item} view={view} level={level} eager={index < firstRow} from={from} />
        )}
      </VirtualList>
      {most === undefined && <EndOfOwnList query={query} />}
    </>
  )
}

/** The estimated height of a card for a column's width, both in CSS pixels. */
const estimates: Record<ProductView, (columnPx: number) => number> = {
  grid: (columnPx) => columnPx + 146,
  list: () => 118,
  card: (columnPx) => (columnPx > 600 ? columnPx / 2 : columnPx + 200),
}
