import clsx from 'clsx'
import { Fragment, memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isHydrated, whenHydrated } from '../../boot/hydration.ts'
import { type ListWidth, productGridClass, productRowsClass } from '../../look/list-skeletons.tsx'
import type { ProductCardData } from '../product-data.ts'
import { FullCard, GridCard, ListRow } from './cards.tsx'
import type { ProductView } from './product-view.tsx'

/**
 * The three layouts: the card, the list around it by its width, how many cards are visible at first, and whether
 * pictures are large.
 * A page renders again when it learns who is signed in, and at every choice: its cards only where they change.
 */
export const layouts = {
  grid: { Card: memo(GridCard), list: productGridClass, firstRow: 4, isLarge: true },
  list: { Card: memo(ListRow), list: productRowsClass, firstRow: 4, isLarge: false },
  card: {
    Card: memo(FullCard),
    list: { page: 'stack gap-6', beside: 'stack gap-6' },
    firstRow: 1,
    isLarge: true,
  },
} as const

type ProductGridProps = {
  items: readonly ProductCardData[]
  view: ProductView
  showAuthor?: boolean
  level?: 2 | 3
  width?: ListWidth
  from: string
  /** Stands among the cards, after the first. */
  among?: ReactNode
}

/** How many cards come before what stands among them: full rows of two and of three. */
const beforeAmong = 6

/** A panel among rows is one of them. */
const flat = '[&>section]:rounded-none [&>section]:shadow-none'

/** Products as cards in one of the three layouts (docs/product/cards.md#layouts). */
export function ProductGrid({
  items,
  view,
  showAuthor = true,
  level = 2,
  width = 'page',
  from,
  among,
}: ProductGridProps) {
  const { Card, list, firstRow, isLarge } = layouts[view]
  // The largest in view, as all of the row are; a card without a picture has a sign there.
  const first = isLarge && items.findIndex(({ image_url }) => image_url)
  const { grid, className } = useCardsInTime()
  return (
    <ul ref={grid} className={clsx(list[width], view === 'grid' && className)}>
      {items.map((product, index) => (
        <Fragment key={product.id}>
          {index === beforeAmong && among && (
            <li className={clsx('col-span-full empty:hidden', view === 'list' && flat)}>{among}</li>
          )}
          <li className="min-w-0">
            <Card
              product={product}
              showAuthor={showAuthor}
              level={level}
              eager={index < firstRow && (index === first ? 'first' : true)}
              from={from}
            />
          </li>
        </Fragment>
      ))}
    </ul>
  )
}

/** How many cards a slow phone lays out without being busy for more than 50 ms. */
const atOnce = 4

/**
 * For a grid that the server rendered: its cards below a phone's first screen are not laid out at first (the class in
 * styles/parts.css), and some at a time once the page is taken over. Returns the grid's ref, and its class, which it
 * loses afterwards: a list whose heights are estimated is not where it was when one comes back to it.
 */
export function useCardsInTime(): {
  grid: RefObject<HTMLUListElement | null>
  className: string | undefined
} {
  const grid = useRef<HTMLUListElement>(null)
  const [isInTime, setInTime] = useState(() => !isHydrated())
  useEffect(() => {
    if (isInTime && grid.current) void layOut(grid.current).then(() => setInTime(false))
  }, [isInTime])
  return { grid, className: isInTime ? 'cards-in-time' : undefined }
}

/** Resolves after a frame has been drawn. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

async function layOut(grid: HTMLElement): Promise<void> {
  await whenHydrated()
  const cards = [...grid.children].filter((card) => card instanceof HTMLElement)
  for (let i = 0; i < cards.length; i += atOnce) {
    await nextFrame()
    for (const card of cards.slice(i, i + atOnce)) card.style.contentVisibility = 'visible'
  }
}
