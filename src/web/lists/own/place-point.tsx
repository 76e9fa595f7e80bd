import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import type { OwnListItem, OwnListPage } from './own-list-data.ts'
import { maxPoints, middle, usePlacePoint } from './points.ts'

type PlacePointProps = { list: OwnListPage; item: OwnListItem }

/** Puts a thing on the photo, in its middle at first, or takes its point away. */
export function PlacePoint({ list, item }: PlacePointProps) {
  const { place, isBusy } = usePlacePoint(list)
  const placed = list.items.items.filter(({ point }) => point !== null).length
  const isFull = item.point === null && placed >= maxPoints
  const isNew = useRef(false)
  // It goes on with the arrow keys, or by dragging.
  useEffect(() => {
    if (!item.point || !isNew.current) return
    isNew.current = false
    document.getElementById(pointId(item.id))?.focus()
  }, [item])
  function put() {
    isNew.current = item.point === null
    void place(item.id, item.point ? null : middle)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" busy={isBusy} blocked={isFull} onClick={() => !isFull && put()}>
        {item.point ? 'Take off the photo' : 'Put on the photo'}
      </Button>
      {isFull && <p className="text-caption text-ink-3">A photo has twelve points at most.</p>}
    </div>
  )
}

/** The id of a thing's point on the photo. */
export const pointId = (itemId: string): string => `point-${itemId}`
