import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useDeferredValue, useState } from 'react'
import type { AnswerOf, Api } from '../api/client.ts'
import type { Viewer } from '../api/queries.ts'
import { useSettled } from '../browser/use-settled.ts'

/** A product among the results, as in the answer of every search. */
export type FoundProduct = AnswerOf<'GET /api/v1/search'>['items'][number]

/** The answer of a search. */
export type Found = {
  items: FoundProduct[]
  /** Whether there are more than the shown ones. */
  hasMore: boolean
  /** The other results of the feed's search, and the text that it searched for instead of the typed one. */
  beside?: Pick<AnswerOf<'GET /api/v1/search'>, 'tags' | 'people' | 'instead'>
}

/** See docs/product/limits.md#delays-in-the-browser. */
const debounceMs = 150

type Search = {
  typed: string
  /** Always the same function; `isChosen` for a text picked among the results instead of typed. */
  onType: (text: string, isChosen: boolean) => void
  /** The start of the query key; the searched text completes it. */
  key: QueryKey
  find: (text: string, signal: AbortSignal) => Promise<Found>
  /** The address of the surrounding page, to which a product page leads back. */
  from: string
  onClose: () => void
}

export type ProductSearch = ReturnType<typeof useProductSearch>

/** A product search: the typed text, the results, and the result that the keyboard has reached. */
export function useProductSearch({ typed, onType, key, find, from, onClose }: Search) {
  const [active, setActive] = useState(-1)
  const text = useSettled(typed.trim(), debounceMs)
  const isAsked = text !== '' && typed.trim() !== ''
  const query = useQuery({
    queryKey: [...key, text],
    queryFn: ({ signal }) => find(text, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  // Rendering results takes a slow phone longer than typing a letter, so it happens in pieces, with letters in between.
  const found = useDeferredValue(query.data)
  const results = isAsked && found ? found.items : []
  const open = useOpenProduct(from)

  const type = useCallback(
    (value: string, isChosen = false) => {
      setActive(-1)
      onType(value, isChosen)
    },
    [onType],
  )

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (act(event.key)) event.preventDefault()
  }

  /** The action of a pressed key, if it has one. */
  function act(key: string): boolean {
    const chosen = results[active]
    if (key === 'ArrowDown') setActive(active + 1 < results.length ? active + 1 : 0)
    else if (key === 'ArrowUp') setActive(active > 0 ? active - 1 : results.length - 1)
    else if (key === 'Enter' && chosen) open(chosen)
    else if (key === 'Escape') onClose()
    else return false
    return true
  }

  return {
    typed,
    type,
    text,
    press,
    active,
    isAsked,
    found,
    /** The results belong to an older text. */
    isOlder: query.isPlaceholderData || found !== query.data,
    query,
    results,
    open,
    close: onClose,
  }
}

/** Opens a product's page, which leads back to the search. */
function useOpenProduct(from: string) {
  const navigate = useNavigate()
  return useCallback(
    (item: FoundProduct) =>
      void navigate({ to: '/l/$ref', params: { ref: item.short_link_id }, state: { from } }),
    [navigate, from],
  )
}

/** How many results a search shows (docs/product/feed.md#search). */
const maxFound = 8

export const ownSearchKey = ['own', 'search']

/** Searches the person's own products by title, description and tags. */
export async function findOwnProducts(api: Api, text: string, signal: AbortSignal) {
  const query = { q: text, limit: maxFound }
  const { items, next_cursor } = await api('GET /api/v1/me/products', { query }, { signal })
  return { items, hasMore: next_cursor !== null }
}

/** The scope of a search, and its category, by its slug; null for all. */
type SearchedFeed = { scope: 'public' | 'following'; category: string | null }

export const feedSearchKey = ({ scope, category }: SearchedFeed, viewer: Viewer) => [
  'feed',
  'search',
  scope,
  category,
  viewer,
]

/** Searches the feed: products by title, description and tags, and with them tags and people. */
export async function findFeedProducts(
  api: Api,
  { scope, category }: SearchedFeed,
  text: string,
  signal: AbortSignal,
) {
  const query = { q: text, scope, ...(category && { category }), limit: maxFound }
  const { items, ...beside } = await api('GET /api/v1/search', { query }, { signal })
  return { items, hasMore: items.length === maxFound, beside }
}
