import clsx from 'clsx'
import { memo } from 'react'
import { productGridClass } from '../look/list-skeletons.tsx'
import type { ProductCardData } from '../product-data.ts'
import { FullCard, GridCard, ListRow } from './cards.tsx'
import { useCardsInTime } from './cards-in-time.ts'
import type { ProductView } from './product-view.tsx'

/**
 * The three layouts: the card, the list around it, how many cards are visible at first, and how many pictures a
 * phone shows large in the first row. A page renders again when
 * it learns who is signed in, and at every choice: its cards only where they change.
 */
export const layouts = {
  grid: { Card: memo(GridCard), list: productGridClass, firstRow: 4, urgent: 2 },
  list: { Card: memo(ListRow), list: 'surface divide-y overflow-hidden', firstRow: 4, urgent: 0 },
  card: { Card: memo(FullCard), list: 'stack gap-6', firstRow: 1, urgent: 1 },
} as const

/** The grid's fourth column on wide screens, where a page has room for it. */
export const wideGridClass = 'min-[80rem]:grid-cols-4'

/** The most columns of a grid. */
export type GridColumns = 3 | 4

type ProductGridProps = {
  items: readonly ProductCardData[]
  view: ProductView
  showAuthor?: boolean
  level?: 2 | 3
  columns?: GridColumns
  from: string
}

/** Products as cards in one of the three layouts (docs/product/cards.md#layouts). */
export function ProductGrid({
  items,
  view,
  showAuthor = true,
  level = 2,
  columns = 4,
  from,
}: ProductGridProps) {
  const { Card, list, firstRow, urgent } = layouts[view]
  const { grid, className } = useCardsInTime()
  return (
    <ul
      ref={grid}
      className={clsx(list, view === 'grid' && className, view === 'grid' && columns === 4 && wideGridClass)}
    >
      {items.map((product, index) => (
        <li key={product.id} className="min-w-0">
          <Card
            product={product}
            showAuthor={showAuthor}
            level={level}
            eager={index < firstRow}
            urgent={index < urgent}
            from={from}
          />
        </li>
      ))}
    </ul>
  )
}
