import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../client.ts'
import { GridCard } from '../product/grid-card.tsx'
import { wideGridClass } from '../product/product-grid.tsx'
import { useApi } from '../product/use-api.ts'
import { ownProductsQuery } from '../queries.ts'
import { Badge } from '../ui/badge.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { CardGridSkeleton, productGridClass } from '../ui/skeletons.tsx'
import { EndOfList } from './end-of-list.tsx'

type OwnProductsProps = {
  /** A category's slug, `inbox`, or all. */
  category?: string
  /** The cards' place in the page's outline. */
  level: 2 | 3
  /** Shown when there is nothing. */
  empty: ReactNode
}

/** One's own products, newest first, more of them as the reader scrolls. */
export function OwnProducts({ category, level, empty }: OwnProductsProps) {
  const products = useInfiniteQuery(ownProductsQuery(useApi(), category))
  const { data, isFetchingNextPage } = products
  if (!data) {
    if (products.isPending) return <CardGridSkeleton count={8} className={wideGridClass} />
    return <ErrorState message="Failed to load products" onRetry={() => void products.refetch()} />
  }
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <>
      <ul className={clsx(productGridClass, wideGridClass)}>
        {items.map((item, index) => (
          <OwnCard key={item.id} item={item} level={level} eager={index < firstRow} />
        ))}
      </ul>
      <EndOfList
        nextCursor={data.pages.at(-1)?.next_cursor ?? null}
        isLoading={isFetchingNextPage}
        hasFailed={products.isFetchNextPageError && !isFetchingNextPage}
        onMore={products.fetchNextPage}
      />
    </>
  )
}

const firstRow = 4

type OwnCardProps = {
  item: AnswerOf<'GET /api/v1/me/products'>['items'][number]
  level: 2 | 3
  eager: boolean
}

/** A card; on sample details that were not rewritten yet it says so (decision: Items). */
function OwnCard({ item, level, eager }: OwnCardProps) {
  return (
    <li className="relative min-w-0">
      <GridCard product={item} showAuthor={false} level={level} eager={eager} from="/my-folio" />
      {item.needs_details && (
        <span
          className={clsx(
            'pointer-events-none absolute start-2',
            item.clicks_count > 0 ? 'top-11' : 'top-3.5',
          )}
        >
          <Badge tone="waiting">Needs details</Badge>
        </span>
      )}
    </li>
  )
}
