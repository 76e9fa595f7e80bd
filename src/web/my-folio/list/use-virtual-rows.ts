import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepPlace, type Place, placeOf } from './kept-places.ts'

type Layout = Omit<Place, 'rows'>

type VirtualRows = {
  /** The items' ids in their order. */
  ids: readonly string[]
  /** Under which the place is kept for whoever comes back. */
  placeKey: string
  /** The height of a row that was not drawn yet, for the width of a column. */
  estimatePx: (columnPx: number) => number
}

const unknownLayout: Layout = { columns: 1, columnPx: 320, gapPx: 0, marginPx: 0 }

/** Rows beyond the window on either side, so that the keyboard finds the next one there. */
const overscan = 4

/**
 * Which part of a long list is drawn. Columns and gaps are those the style sheet gives the list, and the room of what
 * is not drawn is padding, so that the list itself stays an ordinary one.
 */
export function useVirtualRows({ ids, placeKey, estimatePx }: VirtualRows) {
  const list = useRef<HTMLUListElement>(null)
  const [kept] = useState(() => placeOf(placeKey))
  const [layout, setLayout] = useState<Layout>(kept ?? unknownLayout)
  const { columns, columnPx, gapPx, marginPx } = layout

  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: Math.ceil(ids.length / columns),
    estimateSize: () => estimatePx(columnPx),
    getItemKey: useCallback((row: number) => ids[row * columns] ?? row, [ids, columns]),
    gap: gapPx,
    scrollMargin: marginPx,
    overscan,
    ...(kept && { initialMeasurementsCache: kept.rows }),
  })

  useLayoutEffect(() => {
    if (!list.current) return
    const now = layoutOf(list.current)
    setLayout((before) => (isSame(before, now) ? before : now))
  })
  const leave = useRef(() => {})
  useLayoutEffect(() => {
    leave.current = () => keepPlace(placeKey, { ...layout, rows: rows.takeSnapshot() })
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
