import { inBrowser } from '../browser/storage.ts'
import { createStore, useStore } from '../browser/store.ts'

const key = 'folio.liked'

/** How many hearts a browser keeps, the latest: as many as fit into a list. */
const maxLiked = 500

const none: readonly string[] = []
const stored = (): readonly string[] => inBrowser.read(key)?.split(' ') ?? none
let known: readonly string[] | undefined
const changes = createStore(none)

const liked = {
  get: () => {
    known ??= stored()
    return known
  },
  subscribe: changes.subscribe,
}

if (!import.meta.env.SSR)
  window.addEventListener('storage', (event) => {
    if (event.key === key) show(stored())
  })

function show(ids: readonly string[]) {
  known = ids
  changes.set(ids)
}

/** The ids of what this browser likes, the latest first: kept here alone (docs/product/cards.md#parts). */
export const useLiked = (): readonly string[] => useStore(liked, none)

/** Whether a product is liked here, and a function to change it. */
export function useLike(productId: string): [isLiked: boolean, toggle: () => void] {
  return [useLiked().includes(productId), () => toggleLike(productId)]
}

/** Another tab may have liked something meanwhile. */
export function toggleLike(productId: string): void {
  const ids = stored()
  const others = ids.filter((id) => id !== productId)
  const next = others.length < ids.length ? others : [productId, ...others].slice(0, maxLiked)
  if (next.length > 0) inBrowser.write(key, next.join(' '))
  else inBrowser.forget(key)
  show(next)
}
