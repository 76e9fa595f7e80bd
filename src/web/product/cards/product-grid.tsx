import clsx from 'clsx'
import { memo } from 'react'
import { productGridClass } from '../../look/list-skeletons.tsx'
import type { ProductCardData } from '../product-data.ts'
import { FullCard, GridCard, ListRow } from './cards.tsx'
import { useCardsInTime } from './cards-in-time.ts'
import type { ProductView } from './product-view.tsx'

/**
 * The three layouts: the card, the list around it, how many cards are visible at first, and whether pictures are large.
 * A page renders again when it learns who is signed in, and at every choice: its cards only where they change.
 */
export const layouts = {
  grid: { Card: memo(GridCard), list: productGridClass, firstRow: 4, isLarge: true },
  list: { Card: memo(ListRow), list: 'surface divide-y overflow-hidden', firstRow: 4, isLarge: false },
  card: { Card: memo(FullCard), list: 'stack gap-6', firstRow: 1, isLarge: true },
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
  const { Card, list, firstRow, isLarge } = layouts[view]
  // The largest in view, as all of the row are; a card without a picture has its title there.
  const first = isLarge && items.findIndex(({ image_url }) => image_url)
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
            eager={index < firstRow && (index === first ? 'first' : true)}
            from={from}
          />
        </li>
      ))}
    </ul>
  )
}
