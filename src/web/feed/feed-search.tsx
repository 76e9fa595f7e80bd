import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { QueryScope } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { SearchField } from '../search/search-field.tsx'
import { SearchResults } from '../search/search-results.tsx'
import { feedSearchKey, findFeedProducts, useProductSearch } from '../search/use-product-search.ts'
import { Button } from '../ui/button/button.tsx'
import type { FeedChoice } from './feed-choice.ts'
import { feedResults } from './feed-shell.tsx'
import { forgetSearch, type StoredSearch, storedSearch, storeSearch } from './waiting-search.tsx'

type FeedSearchProps = {
  entry: string
  choice: FeedChoice
  onChoose: (change: Partial<FeedChoice>) => void
  reader: string | null
  /** In the head of a wide page, and not in a phone's bar. */
  isWide: boolean
  onClose: () => void
}

/** The feed's open search box, with its results instead of the list (docs/product/feed.md#search). */
export function FeedSearch(props: FeedSearchProps) {
  return (
    <QueryScope>
      <SearchOfFeed {...props} />
    </QueryScope>
  )
}

/**
 * Opens the search with what a field has taken before: with its text, and the caret where it is. A field that was left
 * empty meanwhile opens nothing.
 */
export function openWith(field: HTMLInputElement, entry: string, open: () => void): void {
  const { value, selectionStart, selectionEnd } = field
  if (!value && field !== document.activeElement) return
  storeSearch(entry, { text: value, listY: window.scrollY })
  flushSync(open)
  const box = document.activeElement as HTMLInputElement
  box.setSelectionRange(selectionStart, selectionEnd)
}

const nothing: Awaited<ReturnType<typeof findFeedProducts>> = {
  items: [],
  hasMore: false,
  beside: { tags: [], people: [], instead: null },
}

function SearchOfFeed({ entry, choice, onChoose, reader, isWide, onClose }: FeedSearchProps) {
  const api = useApi()
  const { text, type, close } = useStoredText(entry, onClose)
  const container = useContainer()
  const hasFeed = choice.scope === 'public' || reader !== null
  const search = useProductSearch({
    typed: text,
    onType: type,
    key: feedSearchKey(choice, reader),
    find: async (words, signal) => (hasFeed ? findFeedProducts(api, choice, words, signal) : nothing),
    from: '/feed',
    onClose: close,
  })
  const listId = useId()
  // A wider search than the present one; none when all products of everyone are searched.
  const wider = choice.category ? (
    <Button onClick={() => onChoose({ category: null })}>Search all categories</Button>
  ) : (
    choice.scope === 'following' && (
      <Button onClick={() => onChoose({ scope: 'public' })}>Search everyone’s items</Button>
    )
  )
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1 lg:w-rail">
      <SearchField
        search={search}
        listId={listId}
        hasList={search.results.length > 0}
        cancel={isWide ? 'inside' : 'beside'}
      />
      {container &&
        search.isAsked &&
        createPortal(<SearchResults search={search} listId={listId} look="page" wider={wider} />, container)}
    </search>
  )
}

const findContainer = () => document.getElementById(feedResults)

/** The element that the results are rendered into; a search that Back restores is there before it. */
function useContainer(): HTMLElement | null {
  const [container, set] = useState(findContainer)
  useLayoutEffect(() => set(findContainer), [])
  return container
}

/**
 * The typed text, stored by history entry. Results begin at the top of the page; afterwards the list is at its former
 * scroll position.
 */
function useStoredText(entry: string, onClose: () => void) {
  const latest = useRef<StoredSearch>(storedSearch(entry) ?? { text: '', listY: 0 })
  const [text, setText] = useState(latest.current.text)
  const isFinding = findsFor(text)

  // By a mark, since drawing the page again for it would keep a slow phone busy for longer than a letter may take.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-finding', isFinding)
    return () => document.documentElement.removeAttribute('data-finding')
  }, [isFinding])

  const type = useCallback(
    (value: string, isChosen: boolean) => {
      const { text, listY } = latest.current
      const [didFind, willFind] = [findsFor(text), findsFor(value)]
      latest.current = { text: value, listY: didFind ? listY : window.scrollY }
      storeSearch(entry, latest.current, isChosen)
      flushSync(() => setText(value))
      if (willFind !== didFind) window.scrollTo(0, willFind ? 0 : listY)
    },
    [entry],
  )

  function close() {
    forgetSearch(entry)
    flushSync(onClose)
    if (isFinding) window.scrollTo(0, latest.current.listY)
  }

  return { text, type, close }
}

const findsFor = (text: string) => text.trim() !== ''
