import { type Corner, type Crop, corners, moved, resized, scrolled, zoomed } from './crop.ts'

/** A place in the window. */
export type Point = { x: number; y: number }

/** What is under way: which part the first pointer holds, the crop as it was, and where the pointers were then. */
export type Gesture = { part: string | undefined; start: Crop; from: Point[] }

/** The crop as it becomes by a gesture whose pointers are here now. */
export function cropAfter({ part, start, from }: Gesture, now: Point[]): Crop {
  const [a0, b0] = from
  const [a1, b1] = now
  if (!a0 || !a1) return start
  if (b0 && b1) {
    const [middle0, middle1] = [middleOf(a0, b0), middleOf(a1, b1)]
    const growth = distance(a1, b1) / Math.max(1, distance(a0, b0))
    return scrolled(zoomed(start, start.zoom * growth, middle0), between(middle1, middle0))
  }
  const by = between(a0, a1)
  if (isCorner(part)) return resized(start, part, by)
  return part === 'square' ? moved(start, by) : scrolled(start, between(a1, a0))
}

const isCorner = (part: string | undefined): part is Corner => corners.some((corner) => corner === part)

const between = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y })

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
