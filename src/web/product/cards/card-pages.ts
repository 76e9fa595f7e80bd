import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createStore, type Store } from '../../browser/store.ts'
import { useHistoryEntry } from '../../browser/use-history-entry.ts'
import type { ProductCardData } from '../product-data.ts'

export type CardPage = { items: ProductCardData[]; next_cursor: string | null }

export type CardPagesState = {
  items: readonly ProductCardData[]
  /** The cursor of the next page: undefined before the first one, null after the last. */
  cursor: string | null | undefined
  status: 'idle' | 'loading' | 'failed'
}

/** Loads the page that begins at `cursor`, or the first one. */
type LoadPage = (cursor: string | undefined, signal: AbortSignal) => Promise<CardPage>

/** A list of cards that grows page by page as the reader scrolls. It outlives the component that shows it. */
export class CardPages {
  readonly #state: Store<CardPagesState>
  readonly #load: LoadPage
  #running: AbortController | undefined
  #renewing: AbortController | undefined
  #first: CardPage | undefined

  /** Without a `first` page it starts empty, and `more` loads that page. */
  constructor(load: LoadPage, first?: CardPage) {
    this.#load = load
    this.#first = first
    this.#state = createStore<CardPagesState>({
      items: first?.items ?? [],
      cursor: first?.next_cursor,
      status: 'idle',
    })
  }

  readonly state = (): CardPagesState => this.#state.get()

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Loads the next page, or tries a failed one again. Does nothing at the end or while a page is loading. */
  async more(): Promise<void> {
    const { cursor, status } = this.state()
    if (status === 'loading' || cursor === null) return
    const running = new AbortController()
    this.#running = running
    this.#state.set({ ...this.state(), status: 'loading' })
    try {
      const page = await this.#load(cursor, running.signal)
      if (running.signal.aborted) return
      const items = withoutRepeats(this.state().items, page.items)
      this.#state.set({ items, cursor: page.next_cursor, status: 'idle' })
    } catch {
      if (!running.signal.aborted) this.#state.set({ ...this.state(), status: 'failed' })
    }
  }

  /**
   * Loads the first page again and takes it over; `mayMove` is called when it arrives. Resolves to false, with nothing
   * changed, when it could not be loaded.
   */
  async renew(mayMove: () => boolean): Promise<boolean> {
    this.#renewing?.abort()
    const renewing = new AbortController()
    this.#renewing = renewing
    try {
      const first = await this.#load(undefined, renewing.signal)
      if (!renewing.signal.aborted) this.take(first, mayMove())
      return true
    } catch {
      // A later request has been made meanwhile, and its answer counts.
      return renewing.signal.aborted
    }
  }

  /**
   * Takes over a newer first page. Where cards may move, the list starts over with it. A reader further down gets
   * changes and removals, but no new cards.
   */
  take(first: CardPage, mayMove: boolean): void {
    if (this.#first === first) return
    this.#first = first
    const { items } = this.state()
    if (items.length > 0 && !mayMove) {
      this.#state.set({ ...this.state(), items: refreshed(items, first) })
      return
    }
    this.#running?.abort()
    this.#state.set({ items: first.items, cursor: first.next_cursor, status: 'idle' })
  }
}

/** Products published meanwhile shift the pages: joining by id never repeats a card. */
function withoutRepeats(items: readonly ProductCardData[], next: ProductCardData[]): ProductCardData[] {
  const known = new Set(items.map((item) => item.id))
  return [...items, ...next.filter((item) => !known.has(item.id))]
}

/** The shown cards as the newer first page has them: changed ones updated, and those it no longer has removed. */
export function refreshed(shown: readonly ProductCardData[], first: CardPage): ProductCardData[] {
  const fresh = new Map(first.items.map((item) => [item.id, item]))
  const last = first.next_cursor === null ? undefined : first.items.at(-1)
  return shown
    .filter((item) => fresh.has(item.id) || (last && isOlder(item, last)))
    .map((item) => fresh.get(item.id) ?? item)
}

/** The order of every list: newest first; the id decides between equals. */
const isOlder = (item: ProductCardData, than: ProductCardData): boolean =>
  item.created_at < than.created_at || (item.created_at === than.created_at && item.id < than.id)

const maxStored = 40

/** Lists by the history entry that shows them, so that Back restores content and scroll position. */
const stored = new Map<string, CardPages>()

function storedPages(key: string, create: () => CardPages): CardPages {
  const pages = stored.get(key) ?? create()
  stored.delete(key)
  stored.set(key, pages)
  for (const oldest of stored.keys()) {
    if (stored.size <= maxStored) break
    stored.delete(oldest)
  }
  return pages
}

/** How close to the top, in CSS pixels, a reader sees new products at once; further down nothing moves. */
const topZonePx = 100

/** Whether the reader is at the top of the page, or the whole list is in view or below it. */
const isAtTop = (list: HTMLElement | null): boolean =>
  window.scrollY <= topZonePx || (list !== null && list.getBoundingClientRect().top >= 0)

type CardList = {
  /** Distinguishes this list from others under the same history entry. */
  name: string
  /** The page from the route's loader; without one the list loads it itself. */
  first?: CardPage | undefined
  load: LoadPage
  /** The reader has just asked for this list: a stored one is loaded again. */
  reload?: boolean
}

/**
 * A growing list and its state. Put `top` on the element around it, so that it knows whether cards may move.
 * `renewAtTop` reloads it for a reader at the top, and does nothing for one further down.
 */
export function useCardPages({ name, first, load, reload = false }: CardList) {
  const entry = useHistoryEntry()
  const [pages] = useState(() => {
    const create = () => new CardPages(load, first)
    return entry ? storedPages(`${entry} ${name}`, create) : create()
  })
  const state = useSyncExternalStore(pages.subscribe, pages.state, pages.state)
  const top = useRef<HTMLDivElement>(null)
  useNewerFirstPage(pages, first, top)
  useOwnFirstPage(pages, reload || !first, top)
  const renewAtTop = useCallback(() => {
    if (isAtTop(top.current)) void pages.renew(() => isAtTop(top.current))
  }, [pages])
  return { pages, state, top, renewAtTop }
}

/** The loader runs again when a page is opened again; its page is taken over without moving anything for the reader. */
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

/** A list without a loader loads its first page itself, and reloads a stored one. */
function useOwnFirstPage(pages: CardPages, reload: boolean, top: RefObject<HTMLDivElement | null>) {
  const [isReloaded] = useState(reload)
  useEffect(() => {
    if (pages.state().cursor === undefined) void pages.more()
    else if (isReloaded) void pages.renew(() => isAtTop(top.current))
  }, [pages, isReloaded, top])
}
