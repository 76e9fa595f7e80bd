import { useSyncExternalStore } from 'react'

/** How a list of products is laid out (spec section 2: 'List View', 'Grid View', 'Full Card View'). */
export type ProductView = 'list' | 'grid' | 'card'

const views: readonly ProductView[] = ['list', 'grid', 'card']
const defaultView: ProductView = 'grid'
const storageKey = 'folio.view'

let chosen: ProductView | undefined
const listeners = new Set<() => void>()

/** The chosen view, remembered in this browser; the server's HTML always has the default. */
export function useProductView(): [view: ProductView, choose: (view: ProductView) => void] {
  return [useSyncExternalStore(subscribe, current, () => defaultView), choose]
}

function current(): ProductView {
  chosen ??= stored()
  return chosen
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function choose(view: ProductView) {
  chosen = view
  try {
    window.localStorage.setItem(storageKey, view)
  } catch {
    // Storage may be refused or full: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function stored(): ProductView {
  try {
    const value = window.localStorage.getItem(storageKey)
    return views.find((view) => view === value) ?? defaultView
  } catch {
    return defaultView
  }
}
