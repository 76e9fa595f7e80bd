import clsx from 'clsx'
import type { ReactNode } from 'react'
import { layouts, wideGridClass } from '../../product/cards/product-grid.tsx'
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
  /** How many there are, where that is known. */
  total?: number | undefined
  /** Only so many, the newest, of the first page; else more come as the reader scrolls. */
  most?: number
  /** Those that are being removed. */
  without?: ReadonlySet<string>
  /** The cards' place in the page's outline. */
  level: 2 | 3
  /** The address of the page around. */
  from: string
  /** Shown when there is nothing. */
  empty: ReactNode
}

/** One's own products, newest first, in the chosen view. */
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
        className={clsx(list, view === 'grid' && wideGridClass)}
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

/** The height of a card, in CSS pixels, in a column of a width. */
const estimates: Record<ProductView, (columnPx: number) => number> = {
  grid: (columnPx) => columnPx + 146,
  list: () => 118,
  card: (columnPx) => (columnPx > 600 ? columnPx / 2 : columnPx + 200),
}
