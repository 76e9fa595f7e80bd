import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useHistoryEntry } from '../browser/use-history-entry.ts'
import { type CardPage, CardPages, type LoadPage } from './cards/card-pages.ts'

const maxKept = 40

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

/** Closer to the top of the page than this, a reader sees new posts at once; further down nothing moves. */
const topZonePx = 100

/** Whether the reader is at the top of the page, or has all of the list in view or below. */
const isAtTop = (list: HTMLElement | null): boolean =>
  window.scrollY <= topZonePx || (list !== null && list.getBoundingClientRect().top >= 0)

type CardList = {
  /** Tells this list from the others under the same history entry. */
  name: string
  /** The page that the loader brought; without one the list loads it itself. */
  first?: CardPage | undefined
  load: LoadPage
  /** A list that was kept is loaded anew, since the reader has just asked for it. */
  anew?: boolean
}

/**
 * A growing list and its state. `top` may be put on an element around it, to know better whether it may move;
 * `renewAtTop` loads it anew then, and does nothing for a reader further down.
 */
export function useCardPages({ name, first, load, anew = false }: CardList) {
  const entry = useHistoryEntry()
  const [pages] = useState(() => {
    const create = () => new CardPages(load, first)
    return entry ? keep(`${entry} ${name}`, create) : create()
  })
  const state = useSyncExternalStore(pages.subscribe, pages.state, pages.state)
  const top = useRef<HTMLDivElement>(null)
  useNewerFirstPage(pages, first, top)
  useOwnFirstPage(pages, anew || !first, top)
  const renewAtTop = useCallback(() => {
    if (isAtTop(top.current)) void pages.renew(() => isAtTop(top.current))
  }, [pages])
  return { pages, state, top, renewAtTop }
}

/** The loader asks again when a page is opened again; what it brings is taken over without disturbing the reader. */
function useNewerFirstPage(
  pages: CardPages,
  first: CardPage | undefined,
  top: RefObject<HTMLDivElement | null>,
) {
  const isOpening = useRef(true)
  useEffect(() => {
    if (first) pages.take(first, !isOpening.current && isAtTop(top.current))
    isOpening.current = false
  }, [pages, first, top])
}

/** A list that no loader fills loads its first page itself, and a kept one of that kind loads it anew. */
function useOwnFirstPage(pages: CardPages, anew: boolean, top: RefObject<HTMLDivElement | null>) {
  const [isAnew] = useState(anew)
  useEffect(() => {
    if (pages.state().cursor === undefined) void pages.more()
    else if (isAnew) void pages.renew(() => isAtTop(top.current))
  }, [pages, isAnew, top])
}
