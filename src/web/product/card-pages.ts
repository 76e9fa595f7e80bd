import type { ProductCardData } from './card-data.ts'

export type CardPage = { items: ProductCardData[]; next_cursor: string | null }

export type CardPagesState = {
  /** What the list is narrowed to, such as a category's slug; null for all. */
  filter: string | null
  items: readonly ProductCardData[]
  /** Where the next page begins: undefined before the first one, null after the last. */
  cursor: string | null | undefined
  status: 'idle' | 'loading' | 'failed'
}

export type LoadPage = (
  filter: string | null,
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<CardPage>

/** A list of cards that grows page by page as the reader scrolls. Outlives the component that shows it. */
export class CardPages {
  #state: CardPagesState
  readonly #load: LoadPage
  readonly #listeners = new Set<() => void>()
  #running: AbortController | undefined
  #first: CardPage

  constructor(load: LoadPage, first: CardPage) {
    this.#load = load
    this.#first = first
    this.#state = { filter: null, items: first.items, cursor: first.next_cursor, status: 'idle' }
  }

  readonly state = (): CardPagesState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts anew with the first page under another filter. An answer still under way for the old one is dropped. */
  select(filter: string | null): void {
    this.#running?.abort()
    this.#set({ filter, items: [], cursor: undefined, status: 'idle' })
    void this.more()
  }

  /** Loads the next page, or tries a failed one again. Nothing happens at the end or while one is under way. */
  async more(): Promise<void> {
    const { filter, cursor, status } = this.#state
    if (status === 'loading' || cursor === null) return
    const running = new AbortController()
    this.#running = running
    this.#set({ ...this.#state, status: 'loading' })
    try {
      const page = await this.#load(filter, cursor, running.signal)
      if (running.signal.aborted) return
      const items = withoutRepeats(this.#state.items, page.items)
      this.#set({ filter, items, cursor: page.next_cursor, status: 'idle' })
    } catch {
      if (!running.signal.aborted) this.#set({ ...this.#state, status: 'failed' })
    }
  }

  /** Begins again with a newer first page; for a reader who is at the top. */
  restart(first: CardPage): void {
    if (!this.#isNews(first)) return
    this.#running?.abort()
    this.#set({ filter: null, items: first.items, cursor: first.next_cursor, status: 'idle' })
  }

  /** Takes over what changed or went since, but nothing new: for a reader further down, nothing may move. */
  refresh(first: CardPage): void {
    if (this.#isNews(first)) this.#set({ ...this.#state, items: refreshed(this.#state.items, first) })
  }

  /** A first page that was not taken over yet; under a filter none is, for it is a page of everything. */
  #isNews(first: CardPage): boolean {
    if (this.#state.filter !== null || this.#first === first) return false
    this.#first = first
    return true
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
