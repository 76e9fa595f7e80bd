import type { ProductCardData } from '../card-data.ts'

export type CardPage = { items: ProductCardData[]; next_cursor: string | null }

export type CardPagesState = {
  items: readonly ProductCardData[]
  /** Where the next page begins: undefined before the first one, null after the last. */
  cursor: string | null | undefined
  status: 'idle' | 'loading' | 'failed'
}

/** Loads the page that begins at `cursor`, or the first one. */
export type LoadPage = (cursor: string | undefined, signal: AbortSignal) => Promise<CardPage>

/** A list of cards that grows page by page as the reader scrolls. Outlives the component that shows it. */
export class CardPages {
  #state: CardPagesState
  readonly #load: LoadPage
  readonly #listeners = new Set<() => void>()
  #running: AbortController | undefined
  #renewing: AbortController | undefined
  #first: CardPage | undefined

  /** Without a `first` page it begins empty, and `more` loads that page. */
  constructor(load: LoadPage, first?: CardPage) {
    this.#load = load
    this.#first = first
    this.#state = { items: first?.items ?? [], cursor: first?.next_cursor, status: 'idle' }
  }

  readonly state = (): CardPagesState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Loads the next page, or tries a failed one again. Nothing happens at the end or while one is under way. */
  async more(): Promise<void> {
    const { cursor, status } = this.#state
    if (status === 'loading' || cursor === null) return
    const running = new AbortController()
    this.#running = running
    this.#set({ ...this.#state, status: 'loading' })
    try {
      const page = await this.#load(cursor, running.signal)
      if (running.signal.aborted) return
      const items = withoutRepeats(this.#state.items, page.items)
      this.#set({ items, cursor: page.next_cursor, status: 'idle' })
    } catch {
      if (!running.signal.aborted) this.#set({ ...this.#state, status: 'failed' })
    }
  }

  /**
   * Loads the first page anew and takes it over; `mayMove` is asked when it has come. Resolves to false, with nothing
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
      // Whoever asked again meanwhile has an answer of their own.
      return renewing.signal.aborted
    }
  }

  /**
   * Takes over a newer first page. Where things may move the list begins again with it; a reader further down gets
   * what changed or went since, but nothing new.
   */
  take(first: CardPage, mayMove: boolean): void {
    if (this.#first === first) return
    this.#first = first
    const { items } = this.#state
    if (items.length > 0 && !mayMove) {
      this.#set({ ...this.#state, items: refreshed(items, first) })
      return
    }
    this.#running?.abort()
    this.#set({ items: first.items, cursor: first.next_cursor, status: 'idle' })
  }

  #set(state: CardPagesState) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Posts made meanwhile never repeat a card: the pages are joined by id. */
function withoutRepeats(items: readonly ProductCardData[], next: ProductCardData[]): ProductCardData[] {
  const known = new Set(items.map((item) => item.id))
  return [...items, ...next.filter((item) => !known.has(item.id))]
}

/** The shown items as the newer first page has them: changed ones anew, and without those it no longer holds. */
export function refreshed(shown: readonly ProductCardData[], first: CardPage): ProductCardData[] {
  const fresh = new Map(first.items.map((item) => [item.id, item]))
  const last = first.next_cursor === null ? undefined : first.items.at(-1)
  return shown
    .filter((item) => fresh.has(item.id) || (last && isOlder(item, last)))
    .map((item) => fresh.get(item.id) ?? item)
}

/** In the order of every list: newest first, the id deciding between equals. */
const isOlder = (item: ProductCardData, than: ProductCardData): boolean =>
  item.created_at < than.created_at || (item.created_at === than.created_at && item.id < than.id)
