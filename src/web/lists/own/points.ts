import { queryClient } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import type { Point } from '../point-mark.tsx'
import type { OwnListPage } from './own-list-data.ts'
import { showItems, useRefreshLists } from './own-list-query.ts'

/** The number of points on a photo. */
export const maxPoints = 12

/** The middle of a photo. */
export const middle: Point = { x: 5_000, y: 5_000 }

const within = (value: number) => Math.max(0, Math.min(Math.round(value), 10_000))

export const moved = ({ x, y }: Point, by: { x: number; y: number }): Point => ({
  x: within(x + by.x),
  y: within(y + by.y),
})

/** Where a pointer is on the photo. */
export function pointAt({ clientX, clientY }: { clientX: number; clientY: number }, box: DOMRect): Point {
  return moved(
    { x: 0, y: 0 },
    {
      x: ((clientX - box.left) / box.width) * 10_000,
      y: ((clientY - box.top) / box.height) * 10_000,
    },
  )
}

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** How far an arrow key moves a point: a hundredth of the photo, five with Shift; undefined for other keys. */
export function stepOf({ key, shiftKey }: { key: string; shiftKey: boolean }): Point | undefined {
  const direction = directions[key]
  const far = shiftKey ? 500 : 100
  return direction && { x: direction.x * far, y: direction.y * far }
}

/** Gives a thing of a look its point, or takes it away: shown at once. */
export function usePlacePoint(list: OwnListPage) {
  const refreshLists = useRefreshLists()
  const show = (id: string, point: Point | null) =>
    showItems(queryClient(), list.id, (item) => (item.id === id ? { ...item, point } : item))
  const { run, isBusy } = useAct({
    send: (api, { id, point }: { id: string; point: Point | null }) =>
      api('PATCH /api/v1/me/lists/:id/items/:item_id', {
        params: { id: list.id, item_id: id },
        body: { point },
      }),
    // Things with a point come first, so that others may have other numbers now.
    after: refreshLists,
    failed: 'Not placed',
  })
  async function place(id: string, point: Point | null): Promise<void> {
    show(id, point)
    if (!(await run({ id, point }))) await refreshLists()
  }
  return { place, show, isBusy }
}
