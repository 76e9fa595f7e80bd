import { useSyncExternalStore } from 'react'

const folded = new Set<string>()
const listeners = new Set<() => void>()

/** Whether a part of the page called `name` is open, and how to open or fold it: kept for the page's life. */
export function useFold(name: string): [isOpen: boolean, toggle: () => void] {
  const isOpen = useSyncExternalStore(
    subscribe,
    () => !folded.has(name),
    () => true,
  )
  return [isOpen, () => toggle(name)]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function toggle(name: string) {
  if (!folded.delete(name)) folded.add(name)
  for (const listener of listeners) listener()
}
