import { useSyncExternalStore } from 'react'

const liked = new Set<string>()
const listeners = new Set<() => void>()

/** Whether this product is liked here, and how to change it: local only, kept for the page's life (spec section 2). */
export function useLike(productId: string): [isLiked: boolean, toggle: () => void] {
  const isLiked = useSyncExternalStore(
    subscribe,
    () => liked.has(productId),
    () => false,
  )
  return [isLiked, () => toggle(productId)]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function toggle(productId: string) {
  if (!liked.delete(productId)) liked.add(productId)
  for (const listener of listeners) listener()
}
