import clsx from 'clsx'
import { type ReactNode, useMemo } from 'react'
import { useVirtualRows } from './use-virtual-rows.ts'

type VirtualListProps<Item> = {
  items: readonly Item[]
  /** How many there are in all, where that is known. */
  total?: number | undefined
  /** Under which the place is kept for whoever comes back. */
  placeKey: string
  className: string
  label: string
  /** The height of a row that was not drawn yet, for the width of a column, both in CSS pixels. */
  estimatePx: (columnPx: number) => number
  /** What stands in the list for an item. */
  children: (item: Item, index: number) => ReactNode
}

/** A list, or a grid, of which only what is near the window is drawn: ten thousand items stay as light as forty. */
export function VirtualList<Item extends { id: string }>(props: VirtualListProps<Item>) {
  const { items, total, placeKey, className, label, estimatePx, children } = props
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const { list, measure, columns, from, to, room } = useVirtualRows({ ids, placeKey, estimatePx })
  return (
    <ul ref={list} aria-label={label} className={clsx('[overflow-anchor:none]', className)} style={room}>
      {items.slice(from, to).map((item, place) => {
        const index = from + place
        return (
          <li
            key={item.id}
            ref={place % columns === 0 ? measure : undefined}
            data-index={Math.floor(index / columns)}
            aria-posinset={index + 1}
            aria-setsize={total ?? -1}
            className="min-w-0"
          >
            {children(item, index)}
          </li>
        )
      })}
    </ul>
  )
}
