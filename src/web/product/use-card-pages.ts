import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type CardPage, CardPages, type LoadPage } from './card-pages.ts'

const maxKept = 20

/** Lists by the history entry that shows them, so that the back button finds place and content again. */
const kept = new Map<string, CardPages>()

function keep(key: string, create: () => CardPages): CardPages {
  const pages = kept.get(key) ?? create()
  kept.delete(key)
  kept.set(key, pages)
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break
    kept.delete(oldest)
  }
  return pages
}

/** Closer to the top than this, a reader sees new posts at once; further down nothing moves. */
const topZonePx = 100

/**
 * The list that begins with the loader's `first` page, and its state. `name` tells a page's lists from those of
 * another page under the same history entry.
 */
export function useCardPages(name: string, first: CardPage, load: LoadPage) {
  const router = useRouter()
  const [pages] = useState(() => {
    const create = () => new CardPages(load, first)
    const entry = typeof window === 'undefined' ? undefined : router.latestLocation.state.__TSR_key
    return entry ? keep(`${entry} ${name}`, create) : create()
  })
  const state = useSyncExternalStore(pages.subscribe, pages.state, pages.state)
  useNewerFirstPage(pages, first)
  return { pages, state }
}

/** The loader asks again when a page is opened again; what it brings is taken over without disturbing the reader. */
function useNewerFirstPage(pages: CardPages, first: CardPage) {
  const isOpening = useRef(true)
  useEffect(() => {
    if (isOpening.current || window.scrollY > topZonePx) pages.refresh(first)
    else pages.restart(first)
    isOpening.current = false
  }, [pages, first])
}
