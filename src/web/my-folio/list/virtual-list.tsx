import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

type VirtualListProps<Item> = {
  items: readonly Item[]
  /** Their number in all, where it is known. */
  total?: number | undefined
  /** The key that the scroll position is stored under. */
  positionKey: string
  className: string
  label: string
  /** The estimated height of a row that is not rendered yet, for a column's width, both in CSS pixels. */
  estimatePx: (columnPx: number) => number
  /** Renders one item. */
  children: (item: Item, index: number) => ReactNode
}

/** A list or grid that renders only what is near the window: ten thousand items cost as little as forty. */
export function VirtualList<Item extends { id: string }>(props: VirtualListProps<Item>) {
  const { items, total, positionKey, className, label, estimatePx, children } = props
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const { list, measure, columns, from, to, room } = useVirtualRows({ ids, positionKey, estimatePx })
  return (
    <ul ref={list} aria-label={label} className={clsx('[overflow-anchor:none]', className)} style={room}>
      {items.slice(from, to).map((item, offset) => {
        const index = from + offset
        return (
          <li
            key={item.id}
            ref={offset % columns === 0 ? measure : undefined}
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

type Layout = Omit<Position, 'rows'>

type VirtualRows = {
  /** The items' ids, in order. */
  ids: readonly string[]
  /** The key that the scroll position is stored under. */
  positionKey: string
  /** The estimated height of a row that is not rendered yet, for a column's width, both in CSS pixels. */
  estimatePx: (columnPx: number) => number
}

const unknownLayout: Layout = { columns: 1, columnPx: 320, gapPx: 0, marginPx: 0 }

/** Rows rendered beyond the window on either side, so that the keyboard reaches the next one. */
const overscan = 4

/**
 * The part of a long list to render. Columns and gaps are those of the list's style sheet, and padding replaces the
 * rows that are not rendered, so that the list stays an ordinary one.
 */
function useVirtualRows({ ids, positionKey, estimatePx }: VirtualRows) {
  const list = useRef<HTMLUListElement>(null)
  const [before] = useState(() => positionOf(positionKey))
  const [layout, setLayout] = useState<Layout>(before ?? unknownLayout)
  const { columns, columnPx, gapPx, marginPx } = layout

  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: Math.ceil(ids.length / columns),
    estimateSize: () => estimatePx(columnPx),
    getItemKey: useCallback((row: number) => ids[row * columns] ?? row, [ids, columns]),
    gap: gapPx,
    scrollMargin: marginPx,
    overscan,
    ...(before && { initialMeasurementsCache: before.rows }),
  })

  useLayoutEffect(() => {
    if (!list.current) return
    const now = layoutOf(list.current)
    setLayout((before) => (isSame(before, now) ? before : now))
  })
  const leave = useRef(() => {})
  useLayoutEffect(() => {
    leave.current = () => storePosition(positionKey, { ...layout, rows: rows.takeSnapshot() })
  })
  useEffect(() => () => leave.current(), [])

  const drawn = rows.getVirtualItems()
  const first = drawn[0]
  const last = drawn.at(-1)
  return {
    list,
    /** The ref of each row's first item. */
    measure: rows.measureElement,
    columns,
    from: (first?.index ?? 0) * columns,
    to: last ? (last.index + 1) * columns : 0,
    room: {
      paddingBlockStart: first ? first.start - marginPx : 0,
      paddingBlockEnd: last ? rows.getTotalSize() - (last.end - marginPx) : 0,
    },
  }
}

function layoutOf(list: HTMLUListElement): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const tracks = gridTemplateColumns === 'none' ? [] : gridTemplateColumns.split(' ')
  return {
    columns: Math.max(1, tracks.length),
    columnPx: Number.parseFloat(tracks[0] ?? '') || list.clientWidth,
    gapPx: Number.parseFloat(rowGap) || 0,
    marginPx: list.getBoundingClientRect().top + window.scrollY,
  }
}

const isSame = (one: Layout, other: Layout) =>
  one.columns === other.columns &&
  one.columnPx === other.columnPx &&
  one.gapPx === other.gapPx &&
  Math.abs(one.marginPx - other.marginPx) < 1

/** The layout of a list's rows when it was left, sizes in CSS pixels. */
type Position = {
  columns: number
  columnPx: number
  gapPx: number
  /** The distance from the top of the page to the list. */
  marginPx: number
  rows: VirtualItem[]
}

const maxStored = 20

const stored = new Map<string, Position>()

/** The stored position of the list under this key, for a reader who comes back to it. */
const positionOf = (key: string): Position | undefined => stored.get(key)

/** Stores a position; the oldest of too many are removed. */
function storePosition(key: string, position: Position): void {
  stored.delete(key)
  stored.set(key, position)
  for (const oldest of stored.keys()) {
    if (stored.size <= maxStored) break
    stored.delete(oldest)
  }
}
