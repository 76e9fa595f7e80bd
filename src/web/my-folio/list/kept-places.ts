import type { VirtualItem } from '@tanstack/react-virtual'

/** How a list's rows were laid out when it was left, sizes in CSS pixels. */
export type Place = {
  columns: number
  columnPx: number
  gapPx: number
  /** From the top of the page to the list. */
  marginPx: number
  rows: VirtualItem[]
}

const maxKept = 20

const kept = new Map<string, Place>()

/** Where the list under this key was left, for whoever comes back to it. */
export const placeOf = (key: string): Place | undefined => kept.get(key)

/** Keeps a place; of many, the oldest are forgotten. */
export function keepPlace(key: string, place: Place): void {
  kept.delete(key)
  kept.set(key, place)
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break
    kept.delete(oldest)
  }
}
